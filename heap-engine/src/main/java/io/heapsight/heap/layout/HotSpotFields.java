/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lists properties of JDK classes that a dump does not show. These are injected fields, fields and
 * classes with {@code @Contended}, and classes that HotSpot does not pack.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/hotspot/share/classfile/javaClasses.hpp">INJECTED_FIELDS
 *     in javaClasses.hpp</a>
 */
public final class HotSpotFields {
    private static final int LATEST = Integer.MAX_VALUE;

    /** JDK 8 writes the name of the lock without brackets. */
    private static final int FIRST_WITH_BRACKETS = 9;

    /**
     * A property of one class in some releases of the JDK.
     *
     * @param fields letters of the types' descriptors; empty for the class itself
     * @param dumped restricts the rule to classes with exactly these fields in the dump. Updates of
     *     a release moved fields from the VM to Java or back
     */
    private record Rule(
            String className, int first, int last, String fields, @Nullable FieldCounts dumped) {
        Rule when(String dumpedFields) {
            return new Rule(className, first, last, fields, FieldCounts.ofLetters(dumpedFields));
        }

        boolean isOf(int jdk) {
            return first <= jdk && jdk <= last;
        }

        boolean isFor(FieldCounts fieldsInDump) {
            return dumped == null || dumped.isAsMany(fieldsInDump);
        }
    }

    private static Rule rule(String className, int first, int last, String fields) {
        return new Rule(className, first, last, fields, null);
    }

    private static final List<Rule> INJECTED =
            List.of(
                    rule("java.lang.Class", 8, 18, "JJIILLL"),
                    rule("java.lang.Class", 19, 23, "JJIILLLL"),
                    rule("java.lang.Class", 24, LATEST, "JJIILL"),
                    rule("java.lang.ClassLoader", 8, LATEST, "J"),
                    rule("java.lang.Module", 9, LATEST, "J"),
                    rule("java.lang.String", 17, LATEST, "B"),
                    rule("java.lang.Thread", 19, LATEST, "JIZS"),
                    rule("java.lang.VirtualThread", 24, LATEST, "J"),
                    rule("java.lang.InternalError", 16, LATEST, "Z"),
                    rule("java.lang.StackFrameInfo", 9, LATEST, "S"),
                    rule("jdk.internal.vm.StackChunk", 19, LATEST, "LJIBB"),
                    rule("java.lang.reflect.Field", 27, LATEST, "I"),
                    rule("jdk.internal.reflect.ConstantPool", 26, LATEST, "L").when(""),
                    rule("java.lang.invoke.CallSite", 9, LATEST, "JJ").when("L"),
                    rule("java.lang.invoke.MethodHandleNatives$CallSiteContext", 9, 11, "J"),
                    rule("java.lang.invoke.MethodHandleNatives$CallSiteContext", 12, LATEST, "JJ"),
                    rule("java.lang.invoke.MemberName", 8, 8, "LJJ"),
                    rule("java.lang.invoke.MemberName", 9, LATEST, "J"),
                    rule("java.lang.invoke.ResolvedMethodName", 9, LATEST, "LJ").when(""),
                    rule("java.lang.invoke.ResolvedMethodName", 9, LATEST, "J").when("L"));

    private static final List<Rule> CONTENDED =
            List.of(
                    rule("java.lang.Thread", 8, 20, "JII"),
                    rule("java.util.concurrent.ConcurrentHashMap$CounterCell", 8, LATEST, ""),
                    rule("java.util.concurrent.atomic.Striped64$Cell", 8, LATEST, ""),
                    rule("java.util.concurrent.Exchanger$Node", 8, 21, ""),
                    rule("java.util.concurrent.Exchanger$Slot", 22, LATEST, ""),
                    rule("java.util.concurrent.ForkJoinPool", 8, 16, ""),
                    rule("java.util.concurrent.ForkJoinPool", 17, 19, "J"),
                    rule("java.util.concurrent.ForkJoinPool", 20, LATEST, "JI"),
                    rule("java.util.concurrent.ForkJoinPool$WorkQueue", 8, 16, ""),
                    rule("java.util.concurrent.ForkJoinPool$WorkQueue", 17, 21, "III"),
                    rule("java.util.concurrent.ForkJoinPool$WorkQueue", 22, LATEST, "IIIIII"),
                    rule(
                            "java.util.concurrent.SubmissionPublisher$BufferedSubscription",
                            9,
                            LATEST,
                            ""),
                    rule(
                            "java.util.concurrent.SubmissionPublisher$BufferedSubscription",
                            9,
                            LATEST,
                            "JI"));

    /** See JavaClasses::compute_hard_coded_offsets of JDK 8. */
    private static final Set<String> FIXED =
            Set.of(
                    "java.lang.AssertionStatusDirectives",
                    "java.lang.Class",
                    "java.lang.ClassLoader",
                    "java.lang.ref.Reference",
                    "java.lang.ref.SoftReference",
                    "java.lang.StackTraceElement",
                    "java.lang.String",
                    "java.lang.Throwable",
                    "java.lang.Boolean",
                    "java.lang.Character",
                    "java.lang.Float",
                    "java.lang.Double",
                    "java.lang.Byte",
                    "java.lang.Short",
                    "java.lang.Integer",
                    "java.lang.Long");

    private final Map<String, List<Rule>> injected;
    private final Map<String, List<Rule>> contended;

    HotSpotFields(int jdk) {
        injected = byClass(INJECTED, jdk);
        contended = byClass(CONTENDED, jdk);
    }

    private static Map<String, List<Rule>> byClass(List<Rule> rules, int jdk) {
        Map<String, List<Rule>> byClass = new HashMap<>();
        for (Rule rule : rules) {
            if (rule.isOf(jdk)) {
                byClass.computeIfAbsent(rule.className, name -> new ArrayList<>()).add(rule);
            }
        }
        return byClass;
    }

    /**
     * Whether a static field of a dump is a real one. HotSpot lists its own references for a class
     * among them, such as "&lt;resolved_references&gt;".
     *
     * @param lastOfClass whether no field follows it
     */
    public static boolean isStaticField(String name, boolean lastOfClass, int jdk) {
        return !name.startsWith("<")
                && !(jdk < FIRST_WITH_BRACKETS && lastOfClass && name.equals("init_lock"));
    }

    /**
     * The fields of a class, with those that HotSpot adds.
     *
     * @param className as in Java source
     * @param dumped the fields in the dump
     */
    DeclaredFields declared(String className, FieldCounts dumped) {
        FieldCounts plain = dumped;
        for (Rule rule : injected.getOrDefault(className, List.of())) {
            if (rule.isFor(dumped)) {
                plain = plain.plus(FieldCounts.ofLetters(rule.fields));
            }
        }
        List<FieldCounts> groups = new ArrayList<>();
        boolean contendedClass = false;
        for (Rule rule : contended.getOrDefault(className, List.of())) {
            FieldCounts group = FieldCounts.ofLetters(rule.fields);
            if (group.isEmpty()) {
                contendedClass = true;
            } else if (plain.contains(group)) {
                groups.add(group);
                plain = plain.minus(group);
            }
        }
        return new DeclaredFields(plain, groups, contendedClass, FIXED.contains(className));
    }
}
