/** What no log line may hold, wherever it comes from (SRV-6, KYC-10). */
export const redaction = {
  paths: [
    'req.headers.authorization',
    'req.headers.cookie',
    'req.headers["stripe-signature"]',
    'res.headers["set-cookie"]',
    'password',
    '*.password',
    'err.config',
    'err.raw',
    'err.headers',
    'err.parameters',
    'err.detail',
    'documentNumber1',
    'documentNumber2',
    'dateOfBirth',
  ],
  censor: '[redacted]',
};
