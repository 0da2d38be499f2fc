/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.lang.reflect.Method;

/**
 * The JDK's own jstat for one JVM with one option after the other: {@code PID OPTION…}. Each line
 * with an option's name is followed by what jstat prints. A process for each would take most of a
 * test's time.
 */
public final class JstatOfEachOption {
    private JstatOfEachOption() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        Method jstat = Class.forName("sun.tools.jstat.Jstat").getMethod("main", String[].class);
        for (int i = 1; i < args.length; i++) {
            String option = "-" + args[i];
            System.out.println(option);
            jstat.invoke(null, (Object) new String[] {option, args[0]});
        }
    }
}
