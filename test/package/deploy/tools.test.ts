import { readdirSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';

// Each real tool where the machine has it; `npm run prove -- deploy` says which are missing.
const has = (tool: string) => spawnSync(tool, ['--help'], { stdio: 'ignore' }).error === undefined;

function run(command: string, ...options: readonly string[]): { readonly code: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(command, options, { encoding: 'utf8' });
  return { code: status, text: `${stdout}${stderr}` };
}

const withJson = (...values: string[]) => values.flatMap((value) => ['--set-json', value]);

describe('the alerts', () => {
  it('fire when they should, and are silent when not', ifThere(has('promtool'), 'promtool'), () => {
    const checked = run('promtool', 'check', 'rules', 'deploy/prometheus/setpoint-alerts.yaml');
    expect(checked).toMatchObject({ code: 0 });
    expect(run('promtool', 'test', 'rules', 'deploy/prometheus/setpoint-alerts.test.yaml')).toMatchObject({ code: 0 });
  });
});

describe('the unit', () => {
  it('is understood, and leaves the service few rights', ifThere(has('systemd-analyze'), 'systemd-analyze'), () => {
    expect(run('systemd-analyze', 'verify', './deploy/setpoint.service')).toEqual({ code: 0, text: '' });
    const options = ['security', '--offline=true', '--threshold=15', './deploy/setpoint.service'];
    expect(run('systemd-analyze', ...options)).toMatchObject({ code: 0 });
  });
});

describe('the Dockerfile', () => {
  it('is as its linter wants it', ifThere(has('hadolint'), 'hadolint'), () => {
    expect(run('hadolint', 'deploy/Dockerfile')).toEqual({ code: 0, text: '' });
  });
});

describe.each(readdirSync('.github/workflows'))('the workflow %s', (name) => {
  const workflow = `.github/workflows/${name}`;

  it('is understood', ifThere(has('actionlint'), 'actionlint'), () => {
    expect(run('actionlint', workflow)).toEqual({ code: 0, text: '' });
  });

  it('gives nothing away to those who would attack it', ifThere(has('zizmor'), 'zizmor'), () => {
    const options = ['--offline', '--no-config', '--no-progress', '--quiet'];
    expect(run('zizmor', ...options, workflow)).toMatchObject({ code: 0 });
  });
});

describe('the manifests', () => {
  const manifests = ['postgresql', 'sqlite'].map((kind) => `deploy/kubernetes/${kind}.yaml`);

  it('are what Kubernetes 1.27 to 1.37 take', ifThere(has('kubernetes-validate'), 'kubernetes-validate'), () => {
    for (const version of ['1.27', '1.34', '1.37']) {
      expect(run('kubernetes-validate', '--strict', '-k', version, ...manifests)).toMatchObject({ code: 0 });
    }
  });

  it('are what the chart makes of its examples', ifThere(has('helm'), 'helm'), () => {
    for (const kind of ['postgresql', 'sqlite']) {
      const { code, text } = template(`deploy/helm/examples/${kind}.yaml`);
      expect([kind, code]).toEqual([kind, 0]);
      expect(withoutGaps(text)).toBe(withoutGaps(readFileSync(`deploy/kubernetes/${kind}.yaml`, 'utf8')));
    }
  });

  it.each(['postgresql', 'provider', 'sqlite'])(
    'the chart has no fault that helm lint finds, with %s',
    ifThere(has('helm'), 'helm'),
    (kind) => {
      const example = `deploy/helm/examples/${kind}.yaml`;
      expect(run('helm', 'lint', '--strict', 'deploy/helm/setpoint', '-f', example)).toMatchObject({ code: 0 });
    },
  );

  it.each([
    'publicUrl=http://a',
    'publicUrl=',
    'operator.existingSecret=',
    'image.digest=latest',
    'replica=3',
    'database.existingSecret=',
    'mqtt.enabled=true',
    'trustedProxies={everybody}',
    'envFromSecrets[0].name=SETPOINT_SMTP_URL',
    'extraVolumeMounts[0].name=backups',
    'env.SETPOINT_PUBLIC_URL=https://other.example.com',
    'env.DATABASE_URL=postgres://other',
    'env.SETPOINT_MQTTS_PORT=8883',
    'backups.existingClaim=b,env.SETPOINT_BACKUP_DIR=/data/b',
    'podLabels.app\\.kubernetes\\.io/component=other',
  ])('the chart refuses %s', ifThere(has('helm'), 'helm'), (value) => {
    const { code, text } = template('deploy/helm/examples/postgresql.yaml', '--set', value);
    expect([code === 0, text.includes('values don')]).toEqual([false, true]);
  });

  it('the chart mounts what it is given, and takes secrets and proxies', ifThere(has('helm'), 'helm'), () => {
    const { code, text } = template(
      'deploy/helm/examples/postgresql.yaml',
      ...withJson(
        `trustedProxies=["10.0.0.0/8","fd00::/8"]`,
        `envFromSecrets=[{"name":"SETPOINT_SMTP_URL","secret":"mail","key":"url"}]`,
        `extraVolumes=[{"name":"backups","persistentVolumeClaim":{"claimName":"backups"}}]`,
        `extraVolumeMounts=[{"name":"backups","mountPath":"/backups"}]`,
      ),
    );
    expect(code).toBe(0);
    for (const part of [
      '- { name: SETPOINT_TRUSTED_PROXIES, value: "10.0.0.0/8,fd00::/8" }',
      'valueFrom: { secretKeyRef: { name: mail, key: url } }',
      'mountPath: /backups',
      'claimName: backups',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('the chart gives a pod what a provider, mail and backups need', ifThere(has('helm'), 'helm'), () => {
    const { code, text } = template('deploy/helm/examples/provider.yaml', '--set', 'database.migratorSecret=m');
    expect(code).toBe(0);
    const job = text.slice(text.indexOf('kind: Job'));
    for (const part of ['NODE_EXTRA_CA_CERTS', 'mountPath: /run/company', 'name: company-ca'])
      expect(job).toContain(part);
    for (const part of [
      'valueFrom: { secretKeyRef: { name: setpoint-providers, key: providers } }',
      '- { name: NODE_EXTRA_CA_CERTS, value: "/run/company/ca.pem" }',
      '- { name: SETPOINT_BACKUP_DIR, value: /backups }',
      '- { name: backups, persistentVolumeClaim: { claimName: setpoint-backups } }',
    ]) {
      expect(text).toContain(part);
    }
  });

  it(
    'the chart labels, annotates and spreads what it is told to, its Job as well',
    ifThere(has('helm'), 'helm'),
    () => {
      const { code, text } = template(
        'deploy/helm/examples/postgresql.yaml',
        ...withJson(
          'podLabels={"team":"power"}',
          'service={"annotations":{"example.com/internal":"true"}}',
          'serviceAccount={"annotations":{"example.com/role":"setpoint"}}',
          'nodeSelector={"disk":"fast"}',
        ),
      );
      expect(code).toBe(0);
      for (const part of ['team: power', 'example.com/internal: "true"', 'example.com/role: setpoint']) {
        expect(text).toContain(part);
      }
      expect(text.split('disk: fast')).toHaveLength(3);
      expect(text).toContain('topologyKey: topology.kubernetes.io/zone');
    },
  );

  it('the alerts of a release are about its own nodes', ifThere(has('helm'), 'helm'), () => {
    const { text } = template('deploy/helm/examples/postgresql.yaml');
    const rules = text.split('\n').filter((line) => line.trim().startsWith('expr: '));
    expect(rules.length).toBeGreaterThan(10);
    const own = '{namespace="setpoint",job="setpoint-operations"';
    for (const rule of rules) {
      const figures = rule.match(/\b(?:setpoint_[a-z0-9_]+|up)\b/g) ?? [];
      expect([rule, rule.split(own).length - 1]).toEqual([rule, figures.length]);
    }
  });

  // Some releases of Helm leave out lines that are blank.
  function withoutGaps(text: string): string {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .join('\n');
  }

  function template(example: string, ...options: readonly string[]) {
    const where = ['--namespace', 'setpoint', '--kube-version', '1.34.0', '-f', example];
    return run('helm', 'template', 'setpoint', 'deploy/helm/setpoint', ...where, ...options);
  }
});
