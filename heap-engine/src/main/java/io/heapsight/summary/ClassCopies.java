/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * A class that several class loaders of one class have loaded, for example because objects still
 * hold the previous deployment of an application.
 *
 * @param className the loaded class that is most characteristic
 * @param loaderClass the class of the loaders
 * @param loaders number of loaders that loaded it
 * @param classes number of different classes that all these loaders loaded
 * @param bytes retained by the loaders, plus bytes of the instances of their classes
 */
public record ClassCopies(
        String className, String loaderClass, long loaders, long classes, long bytes) {}
