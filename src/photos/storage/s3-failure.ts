export type S3Settings = { endPoint: string; region: string; bucket: string; accessKey: string; secretKey: string }

export type S3Method = 'GET' | 'PUT' | 'DELETE'

// The message has no URL, because URLs carry signatures.
export class S3Failure extends Error {
  constructor(
    readonly method: S3Method,
    readonly status: number | null,
    readonly code: string,
    readonly region: string | null = null,
  ) {
    super([status, code].filter(Boolean).join(' '))
  }

  /** wrong: only the operator can mend it. full: reading works. away: may pass. */
  get kind(): 'wrong' | 'full' | 'away' {
    if (this.status === 507 || FULL.test(this.code)) return 'full'
    if (this.status === null) return NOT_S3.test(this.code) || isUntrusted(this.code) ? 'wrong' : 'away'
    return this.status >= 500 || PASSING.test(this.code) || [408, 429].includes(this.status) ? 'away' : 'wrong'
  }

  explain({ endPoint, region, bucket }: S3Settings): string {
    if (this.kind === 'full')
      return `The storage behind S3_BUCKET is full (${this.message}): no photo can be kept in ${bucket} until it has room or a larger quota.`
    if (this.kind === 'away') return `S3_ENDPOINT ${endPoint} gives no proper answer (${this.message}).`
    if (isUntrusted(this.code)) return `S3_ENDPOINT ${endPoint} shows a certificate that is not trusted (${this.code}).`
    if (MOVED.test(this.code) || this.region)
      return `S3_REGION ${region} is not where bucket ${bucket} is${this.region ? `: that is ${this.region}` : ', or S3_ENDPOINT is that of another region'} (${this.message}).`
    return this.#refusal(endPoint, bucket)
  }

  #refusal(endPoint: string, bucket: string): string {
    switch (this.code) {
      case 'NoSuchBucket':
        return `S3_BUCKET ${bucket} does not exist at ${endPoint}.`
      case 'InvalidBucketName':
        return `S3_BUCKET ${bucket} is no name of a bucket.`
      case 'InvalidAccessKeyId':
        return `S3_ACCESS_KEY is not known at ${endPoint}.`
      case 'SignatureDoesNotMatch':
        return 'S3_SECRET_KEY does not belong to S3_ACCESS_KEY (or S3_REGION is wrong).'
      case 'RequestTimeTooSkewed':
        return `The clock of this machine and that of ${endPoint} differ by too much for S3.`
      case 'NoListing':
        return `S3_ACCESS_KEY may not list bucket ${bucket}, and so S3 does not tell it which objects are missing.`
      case 'AccessDenied':
        return `S3_ACCESS_KEY may not ${DOING[this.method]} objects in bucket ${bucket}.`
    }
    if (!this.code || NOT_S3.test(this.code))
      return `S3_ENDPOINT ${endPoint} does not answer as an S3 server does (${this.message || 'other content'}).`
    return `S3 at ${endPoint} refuses to ${DOING[this.method]} objects in bucket ${bucket} (${this.message}).`
  }
}

const DOING: Record<S3Method, string> = { GET: 'read', PUT: 'write', DELETE: 'delete' }
const FULL = /^(QuotaExceeded|XMinio(StorageFull|AdminBucketQuotaExceeded)|InsufficientStorage|StorageFull)$/
const PASSING = /^(RequestTimeout|SlowDown|OperationAborted|TooManyRequests)$/
const MOVED =
  /^(PermanentRedirect|TemporaryRedirect|IllegalLocationConstraintException|InvalidRegionName|AuthorizationHeaderMalformed)$/
const NOT_S3 = /^(Malformed_HTTP_Response|InvalidHTTPResponse|EPROTO|UnexpectedRedirect|OtherContent)$/
const isUntrusted = (code: string) =>
  code !== 'CERT_HAS_EXPIRED' &&
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/.test(code)
