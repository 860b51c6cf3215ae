import { isIPv6 } from 'node:net'

/**
 * Whom throttles count, from what CloudFront says of the viewer: "198.51.100.7:4711", "2001:db8::1:4711". Of an IPv6
 * address it is the network: a single customer is given a /64 at least (RFC 6177), and could use each of its addresses
 * once.
 */
export const clientOf = (viewerAddress: string): string => {
  const address = viewerAddress
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:(\d+\.)/i, '$1')
  return isIPv6(address) ? `${networkOf(address)}::/64` : address
}

const networkOf = (address: string): string => {
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const between = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...between, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
