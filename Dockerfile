# The sidecar's image: a JDK run-time cut to what it uses, the program, an archive of its classes, glibc, and nothing else.
# docker build -t heapsight . (with BuildKit or without)

FROM eclipse-temurin:25-jdk AS build
SHELL ["/bin/bash", "-eo", "pipefail", "-c"]

# binutils is for jlink --strip-debug.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends binutils gcc libc6-dev && rm -rf /var/lib/apt/lists/*

# This JDK has no jmods: jlink links from its own run-time image. jdk.jcmd brings jcmd, jstat, jmap, jstack and jinfo, jdk.jfr brings jfr.
# java.net.http is for uploads; the certificate authorities that they trust are those of this JDK (165 KB). A JDK from a Debian
# package has them outside itself, and jlink wants the file: then there are none, and HEAPSIGHT_UPLOAD_CA has to name some.
RUN certificates=$(readlink -m "$JAVA_HOME/lib/security/cacerts") && mkdir -p "$(dirname "$certificates")" && touch -a "$certificates" \
  && jlink --add-modules java.base,java.logging,java.management,java.naming,java.net.http,jdk.attach,jdk.internal.jvmstat,jdk.jcmd,jdk.jfr,jdk.unsupported \
      --strip-debug --no-header-files --no-man-pages --vm server --compress zip-6 --output /opt/heapsight/jre \
  && find "$certificates" -empty -delete

WORKDIR /src
COPY . .

RUN bash sidecar/src/main/docker/make-program /opt/heapsight/app

RUN gcc -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Wconversion -Werror -static -s -o /usr/bin/heapsight sidecar/src/main/c/*.c \
  && bash sidecar/src/main/docker/train-aot-cache

RUN bash sidecar/src/main/docker/make-root /out

FROM scratch
COPY --from=build /out/ /
ENV PATH=/usr/bin:/opt/heapsight/jre/bin LANG=C.UTF-8
USER 1000:1000
EXPOSE 9404
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["/usr/bin/heapsight", "healthcheck"]
ENTRYPOINT ["/usr/bin/heapsight"]
CMD ["serve"]
