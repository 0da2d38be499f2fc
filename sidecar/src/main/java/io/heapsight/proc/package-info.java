/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the kernel says of a process: files under {@code /proc}, whose root is a parameter.
 *
 * <p>{@link ProcFs} reads, through a {@link FileAccess}, so that a process with other rights may
 * read in our place. The records parse: {@link ProcessStatus}, {@link ProcessStat}, {@link
 * MappedFile}. {@link ProcessProbe} keeps one process's descriptors open for the sampler. {@link
 * RootedPath} follows links in another mount namespace without leaving it.
 *
 * <p>status, stat and cmdline of a neighbour are open to all; maps, environ, root, cwd, exe and io
 * need the ptrace-read right: equal uid and gid, and permitted capabilities that are a superset of
 * the other's.
 */
@NullMarked
package io.heapsight.proc;

import org.jspecify.annotations.NullMarked;
