import { createContext, useContext } from 'react'

const HostContext = createContext<string | undefined>(undefined)

/** Given where pages are drawn without a browser, which knows the address it shows. */
export const OwnAddress = HostContext.Provider

/** The site's host as people type it: "darkslide.example". */
export const useHost = (): string => useContext(HostContext) ?? location.host
