/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

/** What is summed up in place of single objects. */
public enum Grouping {
    /** Classes of one name, of all loaders. */
    CLASS,
    PACKAGE,
    /** The loaders that have defined the objects' classes. */
    LOADER
}
