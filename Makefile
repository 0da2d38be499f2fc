# Short names for commands that also work alone.
.PHONY: build test image bench format clean

build: ; ./mvnw -q -pl sidecar -am package
test: ; ./mvnw verify
image: ; docker build -t heapsight .
bench: ; benchmarks/footprint
format: ; ./mvnw -q spotless:apply
clean: ; ./mvnw -q clean
