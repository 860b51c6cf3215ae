import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of this site, from `paths`. */
  to: string
  replace?: boolean
}

/**
 * A link within the site. React Router's own brings the prefetching of its framework along, 4 kB gzip that nothing here
 * uses; its hooks do the work.
 */
export const Link = ({ to, replace = false, onClick, target, children, ...rest }: LinkProps) => {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, ...(target && { target }) })
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}

/** A link that says so (`aria-current`) when its page, or with `end` exactly its page, is open. */
export const NavLink = ({ end = false, ...rest }: LinkProps & { end?: boolean }) => {
  const { pathname } = useLocation()
  const target = useResolvedPath(rest.to).pathname
  const isCurrent = pathname === target || (!end && pathname.startsWith(`${target}/`))
  return <Link {...rest} aria-current={isCurrent ? 'page' : undefined} />
}
