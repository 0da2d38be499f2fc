/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.io.IOException;

/** Thrown if the result of a query exceeds its {@link QueryResultLimits}. */
final class QueryResultTooLargeException extends IOException {
    QueryResultTooLargeException(String message) {
        super(message);
    }
}
