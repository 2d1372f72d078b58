/** The body of Stripe's error responses: https://docs.stripe.com/api/errors. */
export type ErrorBody = {
  error: {
    type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
    code?: string;
    decline_code?: string;
    message: string;
    param?: string;
    doc_url?: string;
    request_log_url?: string;
  };
};

type Details = {
  code?: string;
  param?: string;
  type?: ErrorBody['error']['type'];
  declineCode?: string;
};

/** An error with Stripe's status, type, code and parameter name. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly type: ErrorBody['error']['type'];
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly declineCode: string | undefined;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.name = 'StripeApiError';
    this.status = status;
    this.type = details.type ?? 'invalid_request_error';
    this.code = details.code;
    this.param = details.param;
    this.declineCode = details.declineCode;
  }

  /**
   * Stripe saves a response under its idempotency key only once the endpoint has begun to execute: not after failed
   * validation.
   */
  get isSaved(): boolean {
    return (
      this.status === 404 ||
      this.status === 402 ||
      (this.status === 400 && !(this.code ?? '').startsWith('parameter_'))
    );
  }

  get body(): ErrorBody {
    const { type, code, message, param, declineCode } = this;
    return {
      error: {
        type,
        message,
        ...(code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
        ...(param && { param }),
        ...(declineCode && { decline_code: declineCode }),
      },
    };
  }
}

/**
 * 404 `resource_missing`: the path names an object that does not exist. `object` is Stripe's name, for example
 * `checkout.session`.
 */
export function resourceMissing(object: string, id: string, param: string): StripeApiError {
  return new StripeApiError(404, `No such ${object}: '${id}'`, { code: 'resource_missing', param });
}

/** 400 `resource_missing`: a parameter names an object that does not exist. */
export function referenceMissing(object: string, id: string, param: string): StripeApiError {
  return new StripeApiError(400, `No such ${object}: '${id}'`, { code: 'resource_missing', param });
}

/** A parameter that Stripe supports but the sandbox does not. It is rejected rather than ignored. */
export function notInSandbox(param: string): StripeApiError {
  return new StripeApiError(400, `The sandbox does not support ${param}.`, {
    code: 'parameter_not_in_sandbox',
    param,
  });
}
