"""The process a browser lives in: renders pages and never touches the network itself.

Everything a page wants is caught before it leaves the browser and asked of the worker, which
has the manners (`render`). Should anything get past that, it finds no network: names do not
resolve, the only proxy does not exist, and as root there is no network device either.

Started by `browser.Browser` with an open socket. Ends with it: when the worker ends, in whatever
way, the socket closes, and the browser goes first.
"""

import asyncio
import ctypes
import os
import resource
import socket
import sys
from contextlib import suppress

from playwright.async_api import Browser as Chromium
from playwright.async_api import (
    BrowserContext,
    CDPSession,
    Dialog,
    Error,
    Page,
    Route,
    WebSocketRoute,
    async_playwright,
)

from auslese.crawl.render.browser_messages import (
    BrowserLaunched,
    BrowserRequest,
    BrowserResponse,
    BrowserSideChannel,
    FromBrowser,
    RenderRequest,
    RenderResult,
    RenderStarted,
)
from auslese.records.url import Url, canonical, host_of

LAUNCH_MILLISECONDS = 25_000  # less than the worker waits: it is told why
SNAPSHOT_SECONDS = 10.0  # ten megabytes take a tenth of one, on a busy machine five; else it hangs
CLOSE_SECONDS = 3.0
# Of every process of the browser. A page of today takes a tenth of it; one that takes all of it
# loses its own process and no other.
PROCESS_BYTES = 2 << 30
SCRIPT_HEAP_MEGABYTES = 512
NEW_NETWORK = 0x40000000  # CLONE_NEWNET of unshare(2)
ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER of prctl(2): what the browser leaves behind is ours

FLAGS = (
    "--disable-gpu",
    "--disable-background-networking",  # no updates, no reports, no lists
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=socks5://127.0.0.1:1",
    "--proxy-bypass-list=<-loopback>",  # not even this machine
    # Calls between browsers go past proxies; the second name is that of older versions.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    f"--js-flags=--max-old-space-size={SCRIPT_HEAP_MEGABYTES}",
)
# Chromium's sandbox cannot be built by root; it refuses to start rather than go without.
ROOT_FLAGS = ("--no-sandbox",)

FETCHED_TYPES = frozenset({"script", "xhr", "fetch"})
# Frameworks wait for style sheets before they show a page, so an empty one is better than none.
STYLE = "stylesheet"

# In a world of its own, where the page cannot have replaced anything.
SNAPSHOT = """(most => {
  const type = document.doctype ? "<!DOCTYPE html>" : "";
  return (type + document.documentElement.outerHTML).slice(0, most);
})(%d)"""


class BrowserTab:
    """One page while it is rendered."""

    def __init__(self, job: RenderRequest, browser: "BrowserTabs") -> None:
        """Not opened yet."""
        self._job = job
        self._browser = browser
        self._host = host_of(Url(job.url))
        self._page: Page | None = None
        self._served = False
        self._refused = 0

    async def render(self, chromium: Chromium) -> RenderResult:
        """Open the page, wait until it has settled, and say what it looks like then."""
        context = await chromium.new_context(
            user_agent=self._browser.user_agent, service_workers="block", accept_downloads=False
        )
        try:
            return await self._render_in(context)
        except Error as error:
            return RenderResult(self._job.page, refused=self._refused, trouble=_first_line(error))
        finally:
            async with asyncio.timeout(CLOSE_SECONDS):
                await context.close()

    async def _render_in(self, context: BrowserContext) -> RenderResult:
        await context.route("**/*", self._take)
        await context.route_web_socket("**/*", _refuse_socket)
        page = self._page = await context.new_page()
        context.on("page", _close_popup)
        page.on("dialog", _dismiss)
        crashed: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        page.on("crash", lambda page: _note(crashed))
        session = await context.new_cdp_session(page)
        settling = asyncio.ensure_future(self._settle(page))
        await asyncio.wait({settling, crashed}, return_when=asyncio.FIRST_COMPLETED)
        if crashed.done():
            settling.cancel()
            return self._done(trouble="the page brought its browser tab down")
        try:
            async with asyncio.timeout(SNAPSHOT_SECONDS):
                html = await _snapshot(session, self._job.most_letters)
        except TimeoutError:
            return self._done(trouble="the page hangs in its scripts")
        return self._done(html=html, settled=settling.result())

    def _done(self, html: bytes = b"", settled: bool = True, trouble: str = "") -> RenderResult:
        return RenderResult(self._job.page, html, settled, self._refused, trouble)

    async def _settle(self, page: Page) -> bool:
        """Wait until nothing is loaded any more; False if the time was over before."""
        try:
            async with asyncio.timeout(self._job.seconds):
                await page.goto(self._job.url, wait_until="commit", timeout=0)
                await page.wait_for_load_state("networkidle", timeout=0)
        except TimeoutError:
            return False
        return True

    # -- what the page wants ----------------------------------------------------------------------

    async def _take(self, route: Route) -> None:
        """Serve, ask for or refuse one thing; the page may be gone by the time it is there."""
        with suppress(Error):
            if self._is_the_page(route):
                self._served = True
                job = self._job
                await route.fulfill(status=200, content_type=job.content_type, body=job.body)
            elif route.request.resource_type == STYLE:
                await route.fulfill(status=200, content_type="text/css", body="")
            elif url := self._askable(route):
                await self._ask(route, url)
            else:
                self._refused += 1
                await route.abort("aborted")  # of a navigation: stay where you are

    def _is_the_page(self, route: Route) -> bool:
        """Whether this is the one navigation that we began."""
        request = route.request
        return (
            not self._served
            and request.is_navigation_request()
            and self._page is not None
            and request.frame == self._page.main_frame
        )

    def _askable(self, route: Route) -> Url | None:
        """What is to be asked for, if it is the kind of thing that we ask for."""
        request = route.request
        if request.method != "GET" or request.resource_type not in FETCHED_TYPES:
            return None
        url = canonical(request.url)
        return url if url is not None and host_of(url) == self._host else None

    async def _ask(self, route: Route, url: Url) -> None:
        request = route.request
        accept = request.headers.get("accept", "")
        answer = await self._browser.answer(self._job.page, url, request.resource_type, accept)
        if not answer.status:
            await route.abort("aborted")
            return
        await route.fulfill(
            status=answer.status, content_type=answer.content_type, body=answer.body
        )


class BrowserTabs:
    """The browser and all its tabs."""

    def __init__(self, channel: BrowserSideChannel, user_agent: str) -> None:
        """No tab yet."""
        self.user_agent = user_agent
        self._channel = channel
        self._loop = asyncio.get_running_loop()
        self._asked: dict[int, tuple[int, asyncio.Future[BrowserResponse]]] = {}
        self._questions = 0
        self._tabs: set[asyncio.Task[None]] = set()
        self._chromium: Chromium | None = None
        self._gone = asyncio.Event()
        """Set when there is nobody to work for, or nothing to work with."""

    async def live(self, executable: str) -> None:
        """Render what comes until the worker, or the browser, is gone."""
        async with async_playwright() as playwright:
            try:
                self._chromium = await playwright.chromium.launch(
                    executable_path=executable,
                    args=[*FLAGS, *(ROOT_FLAGS if os.geteuid() == 0 else ())],
                    timeout=LAUNCH_MILLISECONDS,
                    chromium_sandbox=os.geteuid() != 0,
                )
            except Error as error:
                self._send(BrowserLaunched(_first_line(error)))
                return
            self._chromium.on("disconnected", lambda _: self._gone.set())
            self._send(BrowserLaunched())
            self._loop.add_reader(self._channel.socket, self._hear)
            self._hear()
            await self._gone.wait()
            with suppress(Error, TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._chromium.close()

    async def answer(self, page: int, url: Url, kind: str, accept: str) -> BrowserResponse:
        """Ask the worker for something."""
        self._questions += 1
        number = self._questions
        future: asyncio.Future[BrowserResponse] = self._loop.create_future()
        self._asked[number] = page, future
        self._send(BrowserRequest(page, number, url, kind, accept))
        try:
            return await future
        finally:
            del self._asked[number]

    def _hear(self) -> None:
        for message in self._channel.receive():
            if isinstance(message, RenderRequest):
                task = self._loop.create_task(self._render(message))
                self._tabs.add(task)
                task.add_done_callback(self._tabs.discard)
            else:
                self._settle(message)
        if self._channel.closed:
            self._loop.remove_reader(self._channel.socket)
            self._gone.set()

    def _settle(self, answer: BrowserResponse) -> None:
        _, future = self._asked.get(answer.ask, (0, None))
        if future is not None and not future.done():
            future.set_result(answer)

    async def _render(self, job: RenderRequest) -> None:
        assert self._chromium is not None
        self._send(RenderStarted(job.page))
        try:
            done = await BrowserTab(job, self).render(self._chromium)
        except (Error, TimeoutError):  # it cannot even be closed: begin anew
            self._gone.set()
            return
        for number, (page, _) in list(self._asked.items()):
            if page == job.page:
                self._settle(BrowserResponse(page, number))  # nobody will answer it any more
        self._send(done)

    def _send(self, message: FromBrowser) -> None:
        self._channel.send(message)
        if self._channel.sending:
            self._loop.add_writer(self._channel.socket, self._flush)

    def _flush(self) -> None:
        self._channel.flush()
        if not self._channel.sending:
            self._loop.remove_writer(self._channel.socket)


def _note(event: "asyncio.Future[bool]") -> None:
    if not event.done():
        event.set_result(True)


async def _snapshot(session: CDPSession, most: int) -> bytes:
    tree = await session.send("Page.getFrameTree")
    frame = tree["frameTree"]["frame"]["id"]
    world = await session.send("Page.createIsolatedWorld", {"frameId": frame})
    got = await session.send(
        "Runtime.evaluate",
        {
            "expression": SNAPSHOT % most,
            "contextId": world["executionContextId"],
            "returnByValue": True,
        },
    )
    text = str(got["result"].get("value", ""))
    return text.encode("utf-8", "replace")  # scripts can make halves of letters


async def _dismiss(dialog: Dialog) -> None:
    with suppress(Error):
        await dialog.dismiss()


async def _close_popup(page: Page) -> None:
    with suppress(Error):
        await page.close()


async def _refuse_socket(route: WebSocketRoute) -> None:
    with suppress(Error):
        await route.close()


def _first_line(error: Error) -> str:
    return error.message.partition("\n")[0][:200]


def leave_the_network() -> bool:
    """Give up the network for this process and all below it, if the system lets us."""
    libc = ctypes.CDLL(None)
    libc.prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    return bool(os.geteuid() == 0 and libc.unshare(NEW_NETWORK) == 0)


def limit_memory() -> None:
    """Let a page that would take all memory lose its own process."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = PROCESS_BYTES if hard == resource.RLIM_INFINITY else min(hard, PROCESS_BYTES)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


async def _live(descriptor: int, executable: str, user_agent: str) -> None:
    channel = BrowserSideChannel(socket.socket(fileno=descriptor))
    await BrowserTabs(channel, user_agent).live(executable)


def main() -> None:
    """Run one browser to its end."""
    descriptor, executable, user_agent = sys.argv[1:4]
    leave_the_network()
    limit_memory()
    asyncio.run(_live(int(descriptor), executable, user_agent))


if __name__ == "__main__":
    main()
