"""A DAG of Airflow 3: every hour a look at the source, and a release where something is new.

It goes into Airflow's folder of DAGs. The recipe and the root are parameters of the DAG; the command has to be on the
workers' PATH, or be named there by ``VERSEBENCH``. A run that fails ends in Airflow's own notifications, and the report
stands in the log of the task.
"""

from datetime import datetime, timedelta

from airflow.providers.standard.operators.bash import BashOperator  # type: ignore[import-not-found]
from airflow.sdk import DAG  # type: ignore[import-not-found]

# The parameters come as variables and not as text of the command, so that nothing in them is run.
COMMAND = '"${VERSEBENCH:-versebench}" --log json release "$RECIPE" --root "$ROOT" --workers 2 --if-changed'

with DAG(
    dag_id="versebench_release",
    description="Release a benchmark of versebench where its source has changed",
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
        # The next hour tries again; a failure is of the data as a rule, and the same a minute later.
        retries=0,
        execution_timeout=timedelta(hours=24),
    )
