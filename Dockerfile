# An image in which `make release` works offline. Build it from the root of the repository:
#   docker build --tag versebench .
#   docker run versebench                                          # make release
#   docker build --tag versebench-tests --build-arg SETUP=setup .  # with what the tests need
#   docker run versebench-tests make test
FROM python:3.11-slim-bookworm

# make builds; the compiler is for the packages of the tests that have no wheel.
RUN apt-get update \
 && apt-get install --no-install-recommends --yes gcc=4:12.2.0-3 g++=4:12.2.0-3 make=4.3-4.1 \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 1000 versebench \
 && useradd --uid 1000 --gid versebench --create-home versebench \
 && mkdir /versebench \
 && chown versebench:versebench /versebench

ENV GX_ANALYTICS_ENABLED=false \
    HF_HUB_DISABLE_TELEMETRY=1 \
    PIP_NO_CACHE_DIR=1

WORKDIR /versebench
USER 1000:1000
COPY --chown=1000:1000 . .

ARG SETUP=setup-release
RUN make "${SETUP}"

# Releases and runs; mount a folder there to keep them.
VOLUME /versebench/build
CMD ["make", "release"]
