// Posts once to the address on its command line, in an environment of its own.
import { post } from '#src/webhooks/post.ts'

const limits = { timeout: 5000, mostRead: 1000, mostKept: 100 }
console.log(JSON.stringify(await post(new URL(process.argv[2]!), ['127.0.0.1'], {}, '{}', limits)))
