"""A DAG of Airflow 3 that checks the source every hour and makes a release if something has changed.

Copy it into Airflow's DAG folder. The recipe and the root are parameters of the DAG. The command must be on the PATH of
the workers, or the variable ``VERSEBENCH`` must name it there. A failed run triggers Airflow's own notifications, and
the report is in the log of the task.
"""

from datetime import datetime, timedelta

from airflow.providers.standard.operators.bash import BashOperator  # type: ignore[import-not-found]
from airflow.sdk import DAG  # type: ignore[import-not-found]

# The parameters are passed as variables, not as text of the command, so the shell does not run anything in them.
COMMAND = '"${VERSEBENCH:-versebench}" --log json release "$RECIPE" --root "$ROOT" --workers 2 --if-changed'

with DAG(
    dag_id="versebench_release",
    description="Release a versebench benchmark if its source has changed",
    schedule="17 * * * *",
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=1,
    params={"recipe": "/etc/versebench/recipe.yaml", "root": "/srv/versebench/root"},
):
    BashOperator(
        task_id="release_if_changed",
        bash_command=COMMAND,
        env={"RECIPE": "{{ params.recipe }}", "ROOT": "{{ params.root }}"},
        append_env=True,
        do_xcom_push=False,
        # The next hour tries again. Failures usually come from the data, so a retry after a minute would fail as well.
        retries=0,
        execution_timeout=timedelta(hours=24),
    )
