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
app.kubernetes.io/name: {{ include "heapsight.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: heapsight
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/*
"yes" where a resource of prometheus-operator is to be made: where that is said, or the cluster knows the kind.
chart: the root; enabled: true, false or "auto"; kind: such as PodMonitor.
*/}}
{{- define "heapsight.operated" -}}
{{- $known := .chart.Capabilities.APIVersions.Has (printf "monitoring.coreos.com/v1/%s" .kind) -}}
{{- if eq (toString .enabled) "auto" | ternary $known .enabled -}}yes{{- end -}}
{{- end }}
