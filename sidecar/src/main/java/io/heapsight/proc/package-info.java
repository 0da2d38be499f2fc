/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the kernel's files about processes under {@code /proc}; their root is a parameter.
 *
 * <p>{@link ProcFs} reads them through a {@link FileAccess}, so that a process with other rights
 * can read for the sidecar. Records parse them: {@link ProcessStatus}, {@link ProcessStat}, {@link
 * ProcessMappedFile}. {@link ProcessProbe} keeps one process's descriptors open for the sampler.
 * {@link RootedPath} follows links in another mount namespace without leaving it.
 *
 * <p>All processes may read status, stat and cmdline of another process. Reading maps, environ,
 * root, cwd, exe and io needs the ptrace-read right: equal uid and gid, and permitted capabilities
 * that are a superset of the other's.
 *
 * <p>Tests: one for each record and reader on a fixture {@code /proc}; against real containers,
 * {@code ContainerFiguresTest} of module tests.
 */
@NullMarked
package io.heapsight.proc;

import org.jspecify.annotations.NullMarked;
