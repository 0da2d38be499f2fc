/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * A class that several class loaders of one class have loaded, as when an application was deployed
 * again and something still holds the one before.
 *
 * @param className the one that says most about what was loaded
 * @param loaderClass the class of the loaders
 * @param loaders how many have loaded it
 * @param classes how many different classes these loaders have all loaded
 * @param bytes that the loaders retain, and the instances of their classes take
 */
public record ClassCopies(
        String className, String loaderClass, long loaders, long classes, long bytes) {}
