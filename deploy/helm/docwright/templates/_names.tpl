{{- define "docwright.name" -}}
{{- if contains "docwright" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-docwright{{ end -}}
{{- end }}

{{- define "docwright.labels" -}}
app.kubernetes.io/name: docwright
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* The roles that run, separated by spaces. */ -}}
{{- define "docwright.roles" -}}
{{ if .Values.several }}api ingest worker{{ else }}all{{ end }}
{{- end }}
