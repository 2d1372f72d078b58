/** Fields whose values are replaced in every log line. */
const redaction = {
  paths: [
    'req.headers.authorization',
    'req.headers.cookie',
    'req.headers["stripe-signature"]',
    'res.headers["set-cookie"]',
    'password',
    '*.password',
    'documentNumber',
    'documentNumber1',
    'documentNumber2',
    'dateOfBirth',
  ],
  censor: '[redacted]',
};

const maxTextLength = 8_000;
const maxCauseDepth = 5;

/**
 * Removes email addresses, keys, credentials and the queries of URLs, because messages may contain text from users.
 * Cuts the text after `maxTextLength` characters to limit the cost of the regular expressions.
 */
export function withoutSecrets(text: string): string {
  return (
    text
      .slice(0, maxTextLength)
      // Credentials in URLs of databases and mail servers, and the queries of signed links.
      .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]{1,300}@/gi, '$1[redacted]@')
      .replace(/([^\s?"'()]{1,300})\?[\w.-]{1,60}=[^\s"'()]*/g, '$1?[redacted]')
      .replace(/\b(?:(?:sk|rk|pk)_(?:live|test)|whsec)_\w+/g, '[redacted]')
      .replace(/\b(Bearer|Basic|Credential|Signature)([ =])\S+/g, '$1$2[redacted]')
      .replace(/[^\s@<>"'(),:;=/[\]]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, '[email]')
  );
}

/**
 * The parts of an error that are logged: name, message, stack and identifying fields. Other properties may contain user
 * input. Accepts plain objects, because the job queue passes copies of errors.
 */
function describeForLog(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null) return { type: typeof error };
  const named = ['code', 'constraint', 'table', 'routine', 'statusCode', 'requestId', 'queue'] as const;
  const textOf = (name: 'name' | 'message' | 'stack') => {
    const text: unknown = Reflect.get(error, name);
    return typeof text === 'string' ? withoutSecrets(text) : '';
  };
  const cause: unknown = Reflect.get(error, 'cause');
  const facts = Object.fromEntries(
    named
      .map((name) => [name, Reflect.get(error, name)] as const)
      .filter(([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length <= 100)),
  );
  return {
    ...facts,
    type: textOf('name') || 'object',
    message: textOf('message'),
    stack: textOf('stack'),
    ...(cause !== undefined && depth < maxCauseDepth && { cause: describeForLog(cause, depth + 1) }),
  };
}

/** Options for the loggers of the server and its commands. */
export const logOptions = {
  redact: redaction,
  serializers: { err: (error: unknown) => describeForLog(error) },
};
