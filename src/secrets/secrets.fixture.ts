/** Put together here, so that no scanner takes this file for a leak. */
export const randomText = 'k9Xb2mQ7vR4tZ8wL1nP6sD3fG5hJ0aYcEuTi';
const long = randomText.repeat(2);

/** One or more of every shape: the rule, a text with the secret in it, and the secret alone. */
export const sampleSecrets: readonly (readonly [rule: string, text: string, secret: string])[] = [
  ...[
    ['docwright-key', `dw_admin_${randomText}`],
    ['docwright-key', `dw_share_${randomText}`],
    ['github-token', `ghp_${randomText}`],
    ['github-token', `github_pat_${long}`],
    ['gitlab-token', `glpat-${randomText.slice(0, 20)}`],
    ['gitlab-token', `glpat-${randomText}.01.0w1abc2de`],
    ['atlassian-token', `ATATT3x${long}=1A2B3C4D`],
    ['atlassian-token', `ATCTT3x${long}`],
    ['azure-devops-token', `${randomText.repeat(3).slice(0, 76)}AZDO4xYz`],
    ['model-provider-key', `sk-ant-api03-${randomText}`],
    ['model-provider-key', `sk-proj-${randomText}`],
    ['google-key', `AIza${randomText.slice(0, 35)}`],
    ['aws-key', 'AKIAQ7RT4ZLN6SDFGHJ2'],
    ['slack-token', `xoxb-${randomText}`],
    ['slack-webhook', `https://hooks.slack.com/services/T0${randomText.slice(0, 8)}/B0${randomText}`],
    ['stripe-key', `sk_live_${randomText}`],
    ['npm-token', `npm_${randomText}`],
    ['pypi-token', `pypi-AgEI${long}`],
    ['hugging-face-token', `hf_${randomText}`],
    ['sendgrid-key', `SG.${randomText}.${randomText}`],
    ['digitalocean-token', `dop_v1_${'9f86d081884c7d65'.repeat(4)}`],
  ].map(([rule = '', secret = '']) => [rule, secret, secret] as const),
  ['json-web-token', `eyJhbGciOiJIUzI1NiJ9.eyJ${randomText}.${randomText}`, `eyJ${randomText}.${randomText}`],
  ['password-in-url', `postgres://app:${randomText.slice(0, 12)}@db.internal/main`, randomText.slice(0, 12)],
  ['high-entropy-assignment', `CLIENT_SECRET = "${randomText}"`, randomText],
  ['high-entropy-assignment', `passwd=${randomText}`, randomText],
  ['high-entropy-assignment', `{"accessKey":"${randomText}"}`, randomText],
  ['high-entropy-assignment', `access_key => '${randomText}'`, randomText],
  ['high-entropy-assignment', `privatekey:  ${randomText}`, randomText],
  ['high-entropy-assignment', `private-key = ${randomText}`, randomText],
  ['high-entropy-assignment', `apikey:${randomText}`, randomText],
  ['high-entropy-assignment', 'api_key: 9f86d081884c7d659a2feaa0c55ad015', '9f86d081884c7d659a2feaa0c55ad015'],
];

/** A key that goes on over several lines. */
export const samplePrivateKey = `-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA${long}\n${long}\n-----END RSA PRIVATE KEY-----`;
