/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Makes steps with the usual timeout for tests. */
final class SampleSteps {
    private SampleSteps() {}

    static Step.Request request(String method, URI url, String contentType, String body) {
        return new Step.Request(method, url, contentType, body, Optional.empty());
    }

    static Step.Command command(List<String> words) {
        return new Step.Command(words, Optional.empty());
    }
}
