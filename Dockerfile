# The sidecar's image: a JDK runtime with only the modules in use, the program, an archive of its classes, glibc, and nothing else.
# docker build -t heapsight . (with BuildKit or without)

FROM eclipse-temurin:25-jdk AS build
SHELL ["/bin/bash", "-eo", "pipefail", "-c"]

# jlink --strip-debug needs binutils.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends binutils gcc libc6-dev && rm -rf /var/lib/apt/lists/*

COPY sidecar/src/main/docker/make-runtime /tmp/
RUN bash /tmp/make-runtime /opt/heapsight/jre

WORKDIR /src
COPY . .

# The commit that heapsight --version prints, if the program is built here.
ARG COMMIT=unknown
RUN HEAPSIGHT_COMMIT=$COMMIT bash sidecar/src/main/docker/make-program /opt/heapsight/app

RUN gcc -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Wconversion -Werror -static -s -o /usr/bin/heapsight sidecar/src/main/c/*.c \
  && bash sidecar/src/main/docker/train-aot-cache

RUN bash sidecar/src/main/docker/make-root /out

FROM scratch
COPY --from=build /out/ /
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="heapsight" \
  org.opencontainers.image.description="JVM memory and GC diagnostics as a sidecar" \
  org.opencontainers.image.source="https://github.com/heapsight/heapsight" \
  org.opencontainers.image.documentation="https://github.com/heapsight/heapsight/blob/main/docs/README.md" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.revision="$COMMIT"
ENV PATH=/usr/bin:/opt/heapsight/jre/bin LANG=C.UTF-8
USER 1000:1000
EXPOSE 9404
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["/usr/bin/heapsight", "healthcheck"]
ENTRYPOINT ["/usr/bin/heapsight"]
CMD ["serve"]
