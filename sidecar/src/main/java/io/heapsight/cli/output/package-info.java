/* SPDX-License-Identifier: Apache-2.0 */
/** The output of commands: documents, problems, progress, files and exit codes. */
@NullMarked
package io.heapsight.cli.output;

import org.jspecify.annotations.NullMarked;
