import type { Config } from './config.ts';

interface Started {
  config: Config;
  publicUrl: string;
  kind: 'postgres' | 'embedded';
  /** Empty without a demo world. */
  demoLogins: readonly string[];
}

export function composeGreeting({ config, publicUrl, kind, demoLogins }: Started): string {
  const opening =
    config.role === 'worker'
      ? `A worker for ${publicUrl} runs. It answers no requests: that needs a web process`
      : `Foyer is open: ${publicUrl}`;
  const lines = ['', `  ${opening}`, ''];
  if (demoLogins.length > 0) {
    lines.push('  Log in to the demo world as', ...demoLogins.map((login) => `    ${login}`), '');
  }
  if (!config.production && !config.devPages) {
    lines.push(
      `  HOST=${config.host} lets other computers in, so there is no demo world and no page below /dev.`,
    );
  }
  if (kind === 'embedded') {
    lines.push(
      '  Data: the embedded database, for trials and small sites. Set DATABASE_URL to use a PostgreSQL server.',
    );
  }
  if (config.payments === 'sandbox') {
    lines.push('  Payments: the sandbox. No real money moves. Pay with the card 4242 4242 4242 4242.');
  }
  if (!config.smtpUrl) {
    lines.push(
      config.devPages
        ? `  Mail: read it at ${publicUrl}/dev/outbox`
        : `  Mail: not sent, only kept in ${config.dataDir}/outbox. Set SMTP_URL to send it.`,
    );
  }
  if (!config.rateLimits) lines.push('  Rate limits are OFF.');
  return [...lines, '', ''].join('\n');
}
