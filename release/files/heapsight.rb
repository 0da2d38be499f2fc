# The formula for Homebrew; release/formulas fills in what a release knows.
class Heapsight < Formula
  desc "JVM memory and garbage collection diagnostics"
  homepage "https://github.com/heapsight/heapsight"
  url "https://github.com/heapsight/heapsight/releases/download/vVERSION/heapsight-VERSION-java.tar.gz"
  sha256 "SHA256"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    libexec.install "app", "bin"
    (bin/"heapsight").write_env_script libexec/"bin/heapsight", Language::Java.overridable_java_home_env
    bin.install libexec/"bin/kubectl-heapsight"
    bash_completion.install "share/bash-completion/completions/heapsight"
    fish_completion.install "share/fish/vendor_completions.d/heapsight.fish"
    man1.install "share/man/man1/heapsight.1"
    doc.install "LICENSE", "NOTICE", "licenses"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/heapsight --version")
    assert_match "heap", shell_output("#{bin}/heapsight analyze --help")
  end
end
