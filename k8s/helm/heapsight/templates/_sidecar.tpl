{{/*
The sidecar's container and volumes, also for the templates of other charts that name this one as a dependency:

  initContainers:
    - {{- include "heapsight.container" .Subcharts.heapsight | nindent 6 }}
      restartPolicy: Always
  volumes:
    {{- include "heapsight.volumes" .Subcharts.heapsight | nindent 4 }}

The pod needs shareProcessNamespace: true. The same container is that of k8s/base, and a test compares them.
*/}}
{{- define "heapsight.container" -}}
name: heapsight
image: {{ include "heapsight.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
ports:
  - name: heapsight
    containerPort: {{ include "heapsight.port" . }}
env:
  {{- range $key, $value := .Values.env }}
  - name: {{ $key }}
    value: {{ $value | quote }}
  {{- end }}
  {{- if eq .Values.analysis.mode "job" }}
  {{- if not (or .Values.env.HEAPSIGHT_STORE .Values.extraEnv) }}{{ fail "analysis.mode=job needs env.HEAPSIGHT_STORE" }}{{ end }}
  - name: HEAPSIGHT_ANALYSIS
    value: job
  {{- end }}
  {{- if ne .Values.metricNames "plain" }}
  - name: HEAPSIGHT_METRIC_NAMES
    value: {{ .Values.metricNames }}
  {{- end }}
  {{- if .Values.token.secretName }}
  - name: HEAPSIGHT_TOKEN_FILE
    value: /run/secrets/heapsight/{{ .Values.token.key }}
  {{- end }}
  {{- if .Values.tls.secretName }}
  - name: HEAPSIGHT_TLS_CERT
    value: /run/secrets/heapsight-tls/tls.crt
  - name: HEAPSIGHT_TLS_KEY
    value: /run/secrets/heapsight-tls/tls.key
  {{- end }}
  {{- with .Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
securityContext:
  {{- include "heapsight.securityContext" . | nindent 2 }}
resources:
  {{- toYaml .Values.resources | nindent 2 }}
livenessProbe:
  httpGet:
    path: /healthz
    port: heapsight
    {{- if .Values.tls.secretName }}
    scheme: HTTPS
    {{- end }}
  periodSeconds: 30
  timeoutSeconds: 5
volumeMounts:
  - name: heapsight-data
    mountPath: /var/lib/heapsight
  {{- if .Values.token.secretName }}
  - name: heapsight-token
    mountPath: /run/secrets/heapsight
    readOnly: true
  {{- end }}
  {{- if .Values.tls.secretName }}
  - name: heapsight-tls
    mountPath: /run/secrets/heapsight-tls
    readOnly: true
  {{- end }}
  {{- if eq .Values.analysis.mode "job" }}
  - name: heapsight-cluster
    mountPath: /var/run/secrets/kubernetes.io/serviceaccount
    readOnly: true
  {{- end }}
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* Where the sidecar listens. */}}
{{- define "heapsight.port" -}}
{{ (.Values.env | default dict).HEAPSIGHT_PORT | default 9404 }}
{{- end }}

{{- define "heapsight.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ with .Values.image.digest }}@{{ . }}{{ end }}
{{- end }}

{{/* Of the sidecar, and of a target that is to be its equal. */}}
{{- define "heapsight.securityContext" -}}
runAsNonRoot: {{ ne (toString .Values.user.uid) "0" }}
{{- if not (kindIs "invalid" .Values.user.uid) }}
runAsUser: {{ int64 .Values.user.uid }}
{{- end }}
{{- if not (kindIs "invalid" .Values.user.gid) }}
runAsGroup: {{ int64 .Values.user.gid }}
{{- end }}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: ["ALL"]
  {{- with .Values.addCapabilities }}
  add: {{ toJson . }}
  {{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "heapsight.volumes" -}}
- name: heapsight-data
  emptyDir:
    sizeLimit: {{ .Values.dataVolume.sizeLimit }}
{{- if .Values.token.secretName }}
- name: heapsight-token
  secret:
    secretName: {{ toYaml .Values.token.secretName }}
{{- end }}
{{- if .Values.tls.secretName }}
- name: heapsight-tls
  secret:
    secretName: {{ toYaml .Values.tls.secretName }}
{{- end }}
{{- if eq .Values.analysis.mode "job" }}
- name: heapsight-cluster
  projected:
    sources:
      - serviceAccountToken:
          path: token
          expirationSeconds: 3607
      - configMap:
          name: kube-root-ca.crt
          items:
            - key: ca.crt
              path: ca.crt
      - downwardAPI:
          items:
            - path: namespace
              fieldRef:
                fieldPath: metadata.namespace
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
