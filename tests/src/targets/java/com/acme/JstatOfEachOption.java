/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Runs the JDK's own jstat for one JVM with one option after the other: {@code PID OPTION…}. Each
 * line with an option's name is followed by the output of jstat. A process for each option would
 * take most of a test's time, and jstat's main method exits: so this repeats the code between
 * argument parsing and exit.
 */
public final class JstatOfEachOption {
    private JstatOfEachOption() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> jstat = Class.forName("sun.tools.jstat.Jstat");
        Constructor<?> parse =
                Class.forName("sun.tools.jstat.Arguments").getConstructor(String[].class);
        Field arguments = jstat.getDeclaredField("arguments");
        arguments.setAccessible(true);
        Method logSamples = jstat.getDeclaredMethod("logSamples");
        logSamples.setAccessible(true);
        for (int i = 1; i < args.length; i++) {
            String option = "-" + args[i];
            System.out.println(option);
            arguments.set(null, parse.newInstance((Object) new String[] {option, args[0]}));
            logSamples.invoke(null);
        }
    }
}
