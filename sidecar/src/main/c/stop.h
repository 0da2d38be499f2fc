/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Ends the sidecar of this container, and waits until it is gone. Returns the exit code. */
int stop_sidecar(void);
