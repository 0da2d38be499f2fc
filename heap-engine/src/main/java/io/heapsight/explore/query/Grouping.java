/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

/** The property by which objects are summed up. */
public enum Grouping {
    /** Classes of one name, of all loaders. */
    CLASS,
    PACKAGE,
    /** The loaders that defined the objects' classes. */
    LOADER
}
