import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Confirm } from '#frontend/ui/confirm.tsx'

/** The address of a link of this site that a plain click would follow. */
const addressOf = (event: MouseEvent): string | undefined => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.hasAttribute('download') || link.origin !== location.origin) {
    return undefined
  }
  return `${link.pathname}${link.search}${link.hash}`
}

/**
 * Asks before the page is left by a link for another of the site while something is on its way. The browser's own "Back" is
 * not asked about.
 * @param children What leaving means.
 */
export const LeaveGuard = ({ active, children }: { active: boolean; children: ReactNode }) => {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<string>()

  useEffect(() => {
    if (!active) return
    const onClick = (event: MouseEvent) => {
      const address = addressOf(event)
      if (address === undefined || address.startsWith(`${location.pathname}#`)) return
      event.preventDefault()
      event.stopPropagation()
      setWanted(address)
    }
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [active])

  return (
    <Confirm
      open={wanted !== undefined}
      title="Leave this page?"
      action="Leave"
      tone="accent"
      cancel="Stay"
      onClose={() => setWanted(undefined)}
      onConfirm={() => {
        setWanted(undefined)
        if (wanted !== undefined) void navigate(wanted)
      }}
    >
      {children}
    </Confirm>
  )
}
