# Where a registry can be reached, pin this image by its digest: "docker buildx imagetools inspect golang:1.26" prints
# it, and "golang:1.26@sha256:..." takes its place here. The digest is another one after each release of Go.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The image is built without the repository, so the builder names the version.
ARG VERSION=devel
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X rollbook/web/command.release=$VERSION" -o out/rollbook .
RUN mkdir out/data

# Nothing but the program, which brings time zones and certificate authorities along, and
# an empty folder for its data. It writes to that folder only.
FROM scratch
ARG VERSION=devel
LABEL org.opencontainers.image.version=$VERSION
COPY --from=build /src/out/rollbook /rollbook
COPY --from=build --chown=65532:65532 /src/out/data /data
USER 65532:65532
ENV ROLLBOOK_DATABASE=sqlite:/data/rollbook.db
ENV TMPDIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/rollbook", "healthcheck"]
ENTRYPOINT ["/rollbook"]
CMD ["serve"]
