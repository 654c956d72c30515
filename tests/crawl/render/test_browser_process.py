"""The browser has no network even if nothing stood between it and its pages."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import pytest
from tests.browsers import BROWSER, needs_browser
from tests.crawl.knocking import listening

pytest.importorskip("playwright")

from playwright.async_api import Error, async_playwright

from auslese.crawl.render import browser_process

pytestmark = [*needs_browser, pytest.mark.filterwarnings("ignore::ResourceWarning")]

SOCKETS = """there => {
    fetch(`http://${there}/x`, { mode: "no-cors" }).catch(() => 0);
    fetch(`https://${there}/x`, { mode: "no-cors" }).catch(() => 0);
    new WebSocket(`ws://${there}/`);
    const code = `new WebSocket("ws://${there}/worker")`;
    new Worker(URL.createObjectURL(new Blob([code])));
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:${there}` }] });
    peer.createDataChannel("x");
    peer.createOffer().then(offer => peer.setLocalDescription(offer));
    return new Promise(done => setTimeout(done, 1000));
}"""


async def knock(flags: Sequence[str], there: str) -> None:
    """Let a page of a browser with these flags try everything, with nobody in its way."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=BROWSER, args=[*flags, *browser_process.ROOT_FLAGS]
        )
        page = await browser.new_page()
        await page.evaluate(SOCKETS, there)
        with suppress(Error):
            await page.goto(f"http://{there}/", timeout=2000)
        await browser.close()


def knocks_by(flags: Sequence[str]) -> int:
    with listening() as (there, knocks):
        asyncio.run(knock(flags, there))
        return knocks()


def test_by_its_flags_alone_the_browser_reaches_nobody() -> None:
    assert knocks_by(browser_process.FLAGS) == 0


def test_without_them_it_would() -> None:
    assert knocks_by(()) > 0
