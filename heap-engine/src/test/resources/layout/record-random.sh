#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Writes random.tsv: random classes, and the bytes of an instance of each by JDK and flags. Needs a JDK 25 as JAVA_HOME,
# Docker, and the images of tests/containers/base-images. `record-random.sh 28` records another JDK instead, into
# random-28.tsv, to compare by hand.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$JAVA_HOME/bin/java" "$here/RandomClasses.java"
"$JAVA_HOME/bin/javac" -nowarn -source 17 -target 17 --add-exports java.base/jdk.internal.vm.annotation=ALL-UNNAMED \
    Sizes.java
chmod -R a+rX .

# JDK FLAGS: adds a column
column() {
    local jdk=$1
    shift
    docker run --rm --cpu-shares=2 -v "$work:/random:ro" -w /random "jdk:$jdk" java -Xmx100m -XX:+UseSerialGC \
        -XX:-RestrictContended "$@" Sizes 2>/dev/null >histogram
    awk -F'\t' -v head="jdk=$jdk $*" '
        NR == FNR { if (match($0, / S[0-9]+ *$/)) { split($0, cell, " "); bytes[cell[4]] = cell[3] } next }
        { print $0 "\t" (FNR == 1 ? head : bytes[$1]) }' histogram random.tsv >more.tsv
    mv more.tsv random.tsv
}
if [ $# -eq 0 ]; then jdks=(17 21 25 26 27); else jdks=("$@"); fi
for jdk in "${jdks[@]}"; do
    for oops in + -; do
        if [ "$jdk" -lt 25 ]; then
            column "$jdk" "-XX:${oops}UseCompressedOops"
        else
            for compact in + -; do
                column "$jdk" "-XX:${oops}UseCompressedOops" "-XX:${compact}UseCompactObjectHeaders"
            done
        fi
    done
done
if [ $# -eq 0 ]; then name=random.tsv; else name=random-$1.tsv; fi
cp random.tsv "$here/$name"
