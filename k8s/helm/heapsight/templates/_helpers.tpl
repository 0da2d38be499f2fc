{{/* What the chart is called in labels. */}}
{{- define "heapsight.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{/* What every resource is called, or its name begins with: of the release, so that two of them don't meet. */}}
{{- define "heapsight.fullname" -}}
{{- $name := include "heapsight.name" . -}}
{{- $full := contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) -}}
{{- .Values.fullnameOverride | default $full | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{- define "heapsight.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/name: {{ include "heapsight.name" . | toYaml }}
app.kubernetes.io/instance: {{ toYaml .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: heapsight
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/*
The annotations of a resource, or nothing.
chart: the root; own: those of this resource.
*/}}
{{- define "heapsight.annotations" -}}
{{- with merge (dict) .own .chart.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/*
A rule or dashboard under the names of metricNames, as the sidecar's HEAPSIGHT_METRIC_NAMES: jvm_… becomes heapsight_jvm_…, except in
names of recorded series (pod:jvm_…). grafana/generate --prefixed does the same.
chart: the root; text: of the file.
*/}}
{{- define "heapsight.named" -}}
{{- if eq .chart.Values.metricNames "prefixed" -}}
{{- $own := regexReplaceAll "heapsight_process_" .text "heapsight_sidecar_process_" -}}
{{- regexReplaceAll "(^|[^a-zA-Z0-9_:])(jvm|process)_([a-z])" $own "${1}heapsight_${2}_${3}" -}}
{{- else -}}
{{- .text -}}
{{- end -}}
{{- end }}

{{/*
"yes" where a resource of prometheus-operator is to be made: where that is said, or the cluster knows the kind.
chart: the root; enabled: true, false or "auto"; kind: such as PodMonitor.
*/}}
{{- define "heapsight.operated" -}}
{{- $known := .chart.Capabilities.APIVersions.Has (printf "monitoring.coreos.com/v1/%s" .kind) -}}
{{- if eq (toString .enabled) "auto" | ternary $known .enabled -}}yes{{- end -}}
{{- end }}

{{/* "yes" where a PodMonitor is to be made. A ServiceMonitor scrapes the same pods. */}}
{{- define "heapsight.podMonitored" -}}
{{- $monitor := .Values.podMonitor.enabled -}}
{{- if .Values.serviceMonitor.enabled -}}
{{- if eq (toString $monitor) "true" }}{{ fail "podMonitor.enabled and serviceMonitor.enabled would scrape each pod twice: set podMonitor.enabled to false" }}{{ end -}}
{{- else -}}
{{- include "heapsight.operated" (dict "chart" . "enabled" $monitor "kind" "PodMonitor") -}}
{{- end -}}
{{- end }}

{{/*
The fields of an endpoint of a PodMonitor or ServiceMonitor.
chart: the root; monitor: its values.
*/}}
{{- define "heapsight.endpoint" -}}
port: heapsight
path: /metrics
{{- if .chart.Values.tls.secretName }}
scheme: https
tlsConfig:
  {{- .monitor.tlsConfig | default (dict "insecureSkipVerify" true) | toYaml | nindent 2 }}
{{- end }}
interval: {{ .monitor.interval }}
scrapeTimeout: 10s
{{- with .monitor.relabelings }}
relabelings:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .monitor.metricRelabelings }}
metricRelabelings:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
