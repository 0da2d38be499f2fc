/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

/** The direction of a transfer, with its wording in a store's problems. */
public enum TransferDirection {
    UPLOAD("upload", "Start the upload again", "the local copy is kept"),
    DOWNLOAD("download", "Run the command again", "it continues where it stopped");

    private final String noun;
    private final String retry;
    private final String kept;

    TransferDirection(String noun, String retry, String kept) {
        this.noun = noun;
        this.retry = retry;
        this.kept = kept;
    }

    /** Returns the title of a refusal. */
    public String refused() {
        return "The store refuses the " + noun;
    }

    /** Returns the remedy for a temporary failure. */
    public String later() {
        return retry + " when the service works; " + kept + ".";
    }

    /** Returns the request to try again, without a full stop. */
    public String retry() {
        return retry;
    }

    /** Returns the state after a failure, without a full stop. */
    public String kept() {
        return kept;
    }
}
