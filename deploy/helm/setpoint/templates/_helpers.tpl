{{- define "setpoint.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "setpoint.selector" -}}
app.kubernetes.io/name: setpoint
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: service
{{- end }}

{{- define "setpoint.labels" -}}
app.kubernetes.io/name: setpoint
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "setpoint.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}{{ else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "setpoint.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "setpoint.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "setpoint.givenEnv" -}}
{{- range $name, $value := .Values.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- range .Values.envFromSecrets }}
{{- if hasKey $.Values.env .name }}{{ fail (printf "%s is in env and in envFromSecrets: give it once" .name) }}{{ end }}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .secret }}, key: {{ .key }} } }
{{- end }}
{{- end }}

{{- define "setpoint.pod" -}}
metadata:
  labels:
    {{- include "setpoint.labels" . | nindent 4 }}
    app.kubernetes.io/component: service
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "setpoint.name" . }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ add .Values.drainSeconds 20 }}
  securityContext: {{- include "setpoint.podSecurity" . | nindent 4 }}
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if not .Values.sqlite.enabled }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "setpoint.selector" . | nindent 10 }}
    - maxSkew: 1
      topologyKey: topology.kubernetes.io/zone
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "setpoint.selector" . | nindent 10 }}
  {{- end }}
  containers:
    - name: setpoint
      image: {{ include "setpoint.image" . | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      securityContext: {{- include "setpoint.containerSecurity" . | nindent 8 }}
      env:
        - { name: SETPOINT_PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
        - { name: SETPOINT_OPS_HOST, value: 0.0.0.0 }
        - { name: SETPOINT_DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
        - name: SETPOINT_OPERATOR_ID
          valueFrom: { secretKeyRef: { name: {{ .Values.operator.existingSecret }}, key: id } }
        - { name: SETPOINT_OPERATOR_SECRET_FILE, value: /run/secrets/operator/secret }
        {{- if not .Values.sqlite.enabled }}
        - { name: DATABASE_URL_FILE, value: /run/secrets/database/{{ .Values.database.key }} }
        {{- end }}
        {{- if .Values.tls.existingSecret }}
        - { name: SETPOINT_TLS_CERT, value: /run/secrets/tls/tls.crt }
        - { name: SETPOINT_TLS_KEY, value: /run/secrets/tls/tls.key }
        # The certificate is for this name, also for commands in the pod.
        - { name: SETPOINT_URL, value: {{ .Values.publicUrl | quote }} }
        {{- else }}
        - { name: SETPOINT_TLS, value: terminated-upstream }
        {{- end }}
        {{- if not .Values.mqtt.enabled }}
        - { name: SETPOINT_MQTTS_PORT, value: "off" }
        {{- end }}
        - { name: SETPOINT_MQTT_PORT, value: "off" }
        {{- with .Values.trustedProxies }}
        - { name: SETPOINT_TRUSTED_PROXIES, value: {{ join "," . | quote }} }
        {{- end }}
        {{- if .Values.backups.existingClaim }}
        - { name: SETPOINT_BACKUP_DIR, value: /backups }
        {{- end }}
        {{- include "setpoint.givenEnv" . | nindent 8 }}
      ports:
        - { name: http, containerPort: 8080 }
        - { name: operations, containerPort: 9464 }
        {{- if .Values.mqtt.enabled }}
        - { name: mqtts, containerPort: 8883 }
        {{- end }}
      startupProbe:
        httpGet: { path: /readyz, port: operations }
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: {{ max 1 (div .Values.startupSeconds 2) }}
      readinessProbe:
        httpGet: { path: /readyz, port: operations }
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: 2
      livenessProbe:
        httpGet: { path: /livez, port: operations }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      resources: {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: temporary, mountPath: /tmp }
        - { name: operator, mountPath: /run/secrets/operator, readOnly: true }
        {{- if not .Values.sqlite.enabled }}
        - { name: database, mountPath: /run/secrets/database, readOnly: true }
        {{- end }}
        {{- if .Values.tls.existingSecret }}
        - { name: tls, mountPath: /run/secrets/tls, readOnly: true }
        {{- end }}
        {{- if .Values.backups.existingClaim }}
        - { name: backups, mountPath: /backups }
        {{- end }}
        {{- with .Values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    {{- if not .Values.sqlite.enabled }}
    - { name: data, emptyDir: {} }
    - { name: database, secret: { secretName: {{ .Values.database.existingSecret }}, defaultMode: 288 } }
    {{- end }}
    - { name: temporary, emptyDir: {} }
    - { name: operator, secret: { secretName: {{ .Values.operator.existingSecret }}, defaultMode: 288 } }
    {{- if .Values.tls.existingSecret }}
    - { name: tls, secret: { secretName: {{ .Values.tls.existingSecret }}, defaultMode: 288 } }
    {{- end }}
    {{- if .Values.backups.existingClaim }}
    - { name: backups, persistentVolumeClaim: { claimName: {{ .Values.backups.existingClaim }} } }
    {{- end }}
    {{- with .Values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
