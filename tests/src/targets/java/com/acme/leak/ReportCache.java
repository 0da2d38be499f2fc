/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.LinkedHashMap;

/** A custom map that should drop its eldest entry but does not, in a field of the only service. */
public final class ReportCache extends LinkedHashMap<Long, Payload> {
    private static final long serialVersionUID = 1;

    private ReportCache() {}

    /** The reports of one month. */
    static final class Reports {
        private final ReportCache rendered = new ReportCache();
        private final String title = "reports";
    }

    private static final Reports REPORTS = new Reports();

    public static void main(String[] arguments) throws InterruptedException {
        for (long i = Held.times(arguments, 80_000); i > 0; i--) {
            REPORTS.rendered.put(i, new Payload(i, REPORTS.title.length() * 30));
        }
        Held.forever();
    }
}
