/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.secret;

/** A kind of credential. */
public enum SecretKind {
    PRIVATE_KEY("private key"),
    AWS_SECRET_KEY("AWS secret access key"),
    AWS_ACCESS_KEY_ID("AWS access key id"),
    JWT("JSON Web Token"),
    AUTHORIZATION("bearer or basic authorization"),
    URL_PASSWORD("password in a URL"),
    GITHUB_TOKEN("GitHub token"),
    GITLAB_TOKEN("GitLab token"),
    SLACK_TOKEN("Slack token"),
    STRIPE_KEY("Stripe key"),
    GOOGLE_KEY("Google API key"),
    /** Recognized by the name of its field or key only. */
    NAMED("named as a secret");

    private final String text;

    SecretKind(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
