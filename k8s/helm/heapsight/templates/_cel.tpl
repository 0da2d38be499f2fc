{{/*
A value as a CEL literal of a MutatingAdmissionPolicy: an object is spelled as its type, which is its path.
path: "Object.spec.volumes"; value: any; margin: spaces before the closing bracket.
*/}}
{{- define "heapsight.cel" -}}
{{- $margin := int .margin -}}
{{- $inside := add $margin 2 | int -}}
{{- $path := .path -}}
{{- $lines := list -}}
{{- if kindIs "map" .value -}}
{{- $free := regexMatch "\\.(limits|requests|labels|annotations|matchLabels|volumeAttributes)$" $path -}}
{{- range $key, $value := .value -}}
{{- $name := ternary (quote $key) $key $free -}}
{{- $cel := include "heapsight.cel" (dict "path" (printf "%s.%s" $path $key) "value" $value "margin" $inside) -}}
{{- $lines = append $lines (printf "%s%s: %s" (repeat $inside " ") $name $cel) -}}
{{- end -}}
{{- printf "%s{\n%s\n%s}" (ternary "" $path $free) (join ",\n" $lines) (repeat $margin " ") -}}
{{- else if kindIs "slice" .value -}}
{{- range .value -}}
{{- $cel := include "heapsight.cel" (dict "path" $path "value" . "margin" $inside) -}}
{{- $lines = append $lines (printf "%s%s" (repeat $inside " ") $cel) -}}
{{- end -}}
{{- printf "[\n%s\n%s]" (join ",\n" $lines) (repeat $margin " ") -}}
{{- else if kindIs "string" .value -}}
{{- quote .value -}}
{{- else if kindIs "float64" .value -}}
{{- int64 .value -}}
{{- else -}}
{{- .value -}}
{{- end -}}
{{- end }}
