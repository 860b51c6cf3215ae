import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'

export type Page = { url: URL; status: number; headers: IncomingMessage['headers']; body: string }

type Cookie = { name: string; value: string; path: string }
type Sending = { method?: string; form?: Record<string, string>; headers?: Record<string, string> }

/** Keeps cookies and follows redirects, as far as an address that begins so: the site's, which nobody serves here. */
export const aBrowser = ({ certificate, stopAt }: { certificate: string; stopAt: string }) => {
  const cookies: Cookie[] = []

  const send = (url: URL, { method = 'GET', form, headers = {} }: Sending): Promise<Page> =>
    new Promise((resolve, reject) => {
      const body = form && new URLSearchParams(form).toString()
      const cookie = cookies
        .filter(({ path }) => url.pathname.startsWith(path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
      const options = {
        method,
        ...(url.protocol === 'https:' && { ca: certificate }),
        headers: {
          ...(cookie && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
      }
      const sent = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        for (const line of response.headers['set-cookie'] ?? []) keep(line)
        resolve({ url, status: response.statusCode ?? 0, headers: response.headers, body: text })
      })
      sent.on('error', reject)
      sent.end(body)
    })

  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    const gone = value === '' || attributes.includes('Max-Age=0')
    const before = cookies.findIndex((one) => one.name === name && one.path === path)
    if (before >= 0) cookies.splice(before, 1)
    if (!gone) cookies.push({ name, value, path })
  }

  const go = async (to: string | URL, sending: Sending = {}): Promise<Page> => {
    const page = await send(new URL(to), sending)
    const { location } = page.headers
    if (location === undefined || page.status < 300 || page.status > 399) return page
    const next = new URL(location, page.url)
    if (next.href.startsWith(stopAt)) return { ...page, url: next }
    return go(next)
  }

  return {
    go,
    /** Sends one of the page's forms: the address is the page's own. */
    submit: (page: Page, form: Record<string, string>) => go(page.url, { method: 'POST', form }),
    post: (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
      send(new URL(url), { method: 'POST', form, headers }),
    get: (url: string, headers: Record<string, string> = {}) => send(new URL(url), { headers }),
  }
}
