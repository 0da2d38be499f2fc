/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.io.BufferedReader;
import java.io.IOException;

/**
 * The share of a package in a profile, including its subpackages: the weight of all stacks with at
 * least one of its methods.
 *
 * @param name "com.acme": a package with its subpackages, or the beginning of a class name
 * @param weight in the profile's unit
 * @param share of all samples, 0 to 1
 */
public record PackageShare(String name, long weight, double share) {
    /** Reads collapsed stacks, line by line. */
    public static PackageShare of(String name, BufferedReader stacks) throws IOException {
        long all = 0;
        long within = 0;
        for (String line = stacks.readLine(); line != null; line = stacks.readLine()) {
            int blank = line.lastIndexOf(' ');
            if (blank > 0 && line.substring(blank + 1).matches("\\d{1,18}")) {
                long weight = Long.parseLong(line.substring(blank + 1));
                all += weight;
                within += isIn(line, name) ? weight : 0;
            }
        }
        return new PackageShare(name, within, all > 0 ? (double) within / all : 0);
    }

    private static boolean isIn(String line, String name) {
        String frame = name + ".";
        return line.startsWith(frame) || line.contains(";" + frame);
    }
}
