#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Records the sizes of instances of JDK classes in the heap of a JVM, one column for each set of flags.
#   record.sh JAVA_HOME RELEASE     writes jdk-RELEASE.tsv here
# RecordSizes is compiled with `javac --release 8` beforehand, so that every JDK runs it.
set -e
java=$1/bin/java
release=$2
table=jdk-$release.tsv
rm -f "$table"
[ "$release" -ge 9 ] && open="--add-opens java.base/java.lang=ALL-UNNAMED"
column() {
    "$java" -Xmx300m -XX:+UseSerialGC $open $1 -cp . RecordSizes "$table" "$1"
}
# Compressed class pointers have no flag from JDK 27 on; compact headers are the default there.
compact=-XX:+UseCompactObjectHeaders
if [ "$release" -ge 27 ]; then
    wide=" -XX:-UseCompactObjectHeaders"
fi
column "-XX:+UseCompressedOops$wide"
column "-XX:-UseCompressedOops$wide"
if [ "$release" -lt 27 ]; then
    column "-XX:+UseCompressedOops -XX:-UseCompressedClassPointers"
fi
column "-XX:+UseCompressedOops -XX:ObjectAlignmentInBytes=16$wide"
if [ "$release" -ge 15 ] && [ "$release" -lt 27 ]; then
    column "-XX:-UseCompressedOops -XX:-UseCompressedClassPointers"
fi
if [ "$release" -ge 25 ]; then
    column "-XX:+UseCompressedOops $compact"
    column "-XX:-UseCompressedOops $compact"
    column "-XX:+UseCompressedOops -XX:ObjectAlignmentInBytes=256$wide"
fi
if [ "$release" -ge 27 ]; then
    column "-XX:+UseCompressedOops"
    column "-XX:-UseCompressedOops"
fi
