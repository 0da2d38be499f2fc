#!/bin/bash
# Makes the logs of this folder: make.sh JDK COLLECTOR FLAGS…, with the classes of tests/src/targets in $CLASSES.
# Unified logging writes all forms from one JVM, so that they have the same collections.
jdk=$1 name=jdk$1-$2; shift 2
java="docker run --rm --cpus 2 --memory 400m -v $CLASSES:/classes -v $PWD:/logs jdk:$jdk java -Xms32m -Xmx32m -XX:MetaspaceSize=6m $*"
if [ "$jdk" = 8 ]; then
  $java -Xloggc:/logs/$name-plain.log -cp /classes com.acme.AllCauses 32
  $java -Xloggc:/logs/$name-stamps.log -XX:+PrintGCDateStamps -XX:+PrintGCApplicationStoppedTime -cp /classes com.acme.AllCauses 32
  $java -Xloggc:/logs/$name-details.log -XX:+PrintGCDetails -XX:+PrintGCDateStamps -XX:+PrintGCApplicationStoppedTime \
    -XX:+PrintTenuringDistribution -XX:+PrintAdaptiveSizePolicy -XX:+PrintReferenceGC -cp /classes com.acme.AllCauses 32
else
  $java -Xlog:gc:file=/logs/$name-gc.log::filecount=0 -Xlog:gc*,safepoint:file=/logs/$name-all.log:uptime,level,tags:filecount=0 \
    -cp /classes com.acme.AllCauses 32
fi
gzip -9n "$name"-*.log
