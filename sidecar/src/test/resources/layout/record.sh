#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Records what instances of JDK classes take in the heap of a JVM, one column for each set of flags.
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
column "-XX:+UseCompressedOops"
column "-XX:-UseCompressedOops"
column "-XX:+UseCompressedOops -XX:-UseCompressedClassPointers"
column "-XX:+UseCompressedOops -XX:ObjectAlignmentInBytes=16"
if [ "$release" -ge 15 ]; then
    column "-XX:-UseCompressedOops -XX:-UseCompressedClassPointers"
fi
if [ "$release" -ge 25 ]; then
    column "-XX:+UseCompressedOops -XX:+UseCompactObjectHeaders"
    column "-XX:-UseCompressedOops -XX:+UseCompactObjectHeaders"
    column "-XX:+UseCompressedOops -XX:ObjectAlignmentInBytes=256"
fi
