#!/usr/bin/env python3
"""Counts an access log as the documentation of Docwright says it is counted, and nothing of Docwright is used to do so.

    recount.py [--country-database FILE] [--products FOLDER] LOG...

Read from docs/guide/collecting-visits.md (what is a page), missing-pages.md, log-files.md (who asked), privacy.md (what a
visitor is), reading-the-numbers.md (what counts as what) and docs/ai-traffic.md (who is who), for a project that tells visitors
apart by their network (`analytics.identity=network`) and keeps views for 20 years. The names of programs are data: they are read
from the catalogue. Prints an object; sets are sorted, so that two outputs can be compared as text.
"""
import argparse
import codecs
import gzip
import ipaddress
import json
import pathlib
import re
import sys
import unicodedata
from collections import defaultdict
from datetime import datetime, timezone
from urllib.parse import unquote_to_bytes

AI = {"assistant", "coding_agent", "markdown_client"}
# In this order names of different kinds win where one user agent holds several.
KINDS = ["coding_agent", "assistant", "ai_search", "ai_training", "search_engine"]


# --- Lines ------------------------------------------------------------------------------------------------------------

QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
WHEN = re.compile(r"\[([^\]]*)\]")


def read_line(line, columns):
    """A request as a dictionary; None for a line that tells of none. `columns` is what `#Fields:` of the W3C format named last."""
    if line.startswith("{"):
        return read_caddy(json.loads(line))
    if line.startswith("#"):
        if line.startswith("#Fields:"):
            columns[:] = line[len("#Fields:") :].split()
        return None
    if columns:
        return read_iis(dict(zip(columns, line.split(" ")))) if line.count(" ") + 1 >= len(columns) else None
    when = WHEN.search(line)
    if when is None:
        return None
    texts = [unescaped(text) for text in QUOTED.findall(line[when.end():])]
    status = re.search(r'" (\d{3})\b', line[when.end():])
    if not texts or status is None:
        return None
    words = texts[0].split(" ")
    if len(words) < 2 or words[0] == "" or words[1] == "":
        return None
    last = words[-1].startswith("HTTP/") and len(words) > 2
    try:
        at = datetime.strptime(when.group(1), "%d/%b/%Y:%H:%M:%S %z")
    except ValueError:
        return None
    before = line[: when.start()].split()
    host = None
    if address_of(before[0].rstrip(",")) is None and len(before) > 1 and address_of(before[1].rstrip(",")) is not None:
        host, before = before[0], before[1:]
    peers = []
    for word in before:
        if address_of(word.rstrip(",")) is None:
            break
        peers.append(word.rstrip(","))
    further = {"accept": None, "forwarded": None, "content_type": None}
    for text in texts[3:]:
        if all(address_of(part.strip()) for part in text.split(",")):
            further["forwarded"] = text
        elif re.match(r"^[a-z]+/[a-z0-9.+-]+ *; *charset=", text, re.I):
            further["content_type"] = further["content_type"] or text
        elif re.match(r"^(\*|[a-z]+)/(\*|[a-z0-9.+-]+)([,;]|$)", text):
            further["accept"] = further["accept"] or text
    chain = [part.strip() for part in (further["forwarded"] or "").split(",") if part.strip()]
    # What stands first on the line as a chain has the reader at its left.
    return {
        "at": at,
        "method": words[0],
        "url": " ".join(words[1:-1] if last else words[1:]),
        "status": int(status.group(1)),
        "host": host,
        "agent": agent_of(texts, 2),
        "accept": further["accept"],
        "content_type": further["content_type"],
        "headers": None,
        "peers": chain + peers,
    }


def agent_of(texts, index):
    return texts[index] if len(texts) > index and texts[index] not in ("-", "") else ""


def read_caddy(record):
    request = record.get("request")
    if not isinstance(request, dict):
        return None
    headers = {name.lower(): ", ".join(values) for name, values in (request.get("headers") or {}).items()}
    answered = (record.get("resp_headers") or {}).get("Content-Type") or [None]
    peer = request.get("client_ip") or request.get("remote_ip") or request.get("remote_addr")
    forwarded = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
    return {
        "at": datetime.fromtimestamp(record["ts"], timezone.utc),
        "method": request["method"],
        "url": request["uri"],
        "status": record["status"],
        "host": request.get("host"),
        "agent": headers.get("user-agent", ""),
        "accept": headers.get("accept"),
        "content_type": answered[0],
        "headers": headers,
        "keeps_headers": "accept-encoding" in headers
        and ("tls" in request or headers.get("x-forwarded-proto") == "https"),
        "peers": forwarded + [peer],
    }


def read_iis(fields):
    """A line of IIS, whose texts have `+` for a space; of the path it is a plus."""
    told = {name: value for name, value in fields.items() if value not in ("-", "")}
    try:
        at = datetime.strptime(told["date"] + told["time"], "%Y-%m-%d%H:%M:%S").replace(tzinfo=timezone.utc)
        method, path, status = told["cs-method"], told["cs-uri-stem"], int(told["sc-status"])
    except (KeyError, ValueError):
        return None
    query = told.get("cs-uri-query")
    return {
        "at": at,
        "method": method,
        "url": path if query is None else path + "?" + query,
        "status": status,
        "host": told.get("cs-host"),
        "agent": told.get("cs(User-Agent)", "").replace("+", " "),
        "accept": None,
        "content_type": None,
        "headers": None,
        "peers": [told["c-ip"]] if "c-ip" in told else [],
    }


def unescaped(text):
    if "\\" not in text:
        return text
    whole = re.sub(
        rb'\\x([0-9a-fA-F]{2})|\\(["\\])',
        lambda found: bytes.fromhex(found[1].decode()) if found[1] else found[2],
        text.encode(),
    )
    return whole.decode("utf-8", "percent")


def percent(fault):
    """Bytes that are no UTF-8, as a URL writes them."""
    return "".join(f"%{byte:02X}" for byte in fault.object[fault.start : fault.end]), fault.end


codecs.register_error("percent", percent)


# --- Addresses --------------------------------------------------------------------------------------------------------


def address_of(text):
    if text.startswith("["):
        text = text[1:].split("]")[0]
    elif text.count(":") == 1:
        text = text.split(":")[0]
    try:
        address = ipaddress.ip_address(text.split("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


INNER = [
    ipaddress.ip_network(text)
    for text in "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::/127 fc00::/7 fe80::/10".split()
]


def is_inner(address):
    return any(address.version == network.version and address in network for network in INNER)


def reader_of(peers):
    """Of a chain the last address that is not private; the first one where all of them are."""
    for text in reversed(peers):
        address = address_of(text)
        if address is None:
            return None
        if not is_inner(address):
            return address
    return address_of(peers[0]) if peers else None


def network_of(address):
    """IPv4 as a whole, of IPv6 the first 64 bits."""
    return str(address) if address.version == 4 else str(ipaddress.ip_network((address, 64), strict=False))


# --- Pages ------------------------------------------------------------------------------------------------------------

FILES = set(
    "map webmanifest manifest wasm png jpg jpeg gif svg webp avif ico bmp tiff woff woff2 ttf otf eot mp4 webm mov mp3 ogg wav m4a"
    " flac pdf zip gz tgz bz2 xz 7z rar tar dmg exe msi deb rpm apk iso doc docx xls xlsx ppt pptx epub psd swf".split()
)
TEXTS = set("css js mjs cjs json jsonld xml rss atom txt csv yaml yml toml env sql bak log ini".split())
BUILT = re.compile(r"/(_next|_astro|_nuxt|_vercel|_app|cdn-cgi|\.well-known|\.git)/")
PAGE_TYPE = re.compile(r"^\s*(text/html|application/xhtml\+xml|text/(x-)?markdown|text/mdx)\b", re.I)
FILE_TYPE = re.compile(
    r"^\s*((image|font|audio|video)/|text/(css|csv|javascript)|application/(javascript|json|pdf|wasm|zip|gzip|[a-z.+-]+\+json)\b)", re.I
)
LOOKED_FOR = re.compile(r"/(robots|humans|ads|app-ads|security)\.txt$|/sitemap[^/]*\.xml$", re.I)


def path_of(url):
    if not url.startswith("/"):
        _, scheme, rest = url.partition("://")
        if not scheme:
            url = "/" + url
        else:
            begin = re.search(r"[/?#]", rest)
            url = rest[begin.start():] if begin and begin.group() == "/" else "/"
    return re.split(r"[?#]", url, maxsplit=1)[0]


def is_page(path, content_type):
    if BUILT.search(path):
        return False
    name = path.rsplit("/", 1)[-1]
    ending = name.rsplit(".", 1)[1].lower() if "." in name and len(name.rsplit(".", 1)[1]) <= 11 else None
    if ending in FILES:
        return False
    if ending in ("md", "mdx", "markdown") or re.search(r"/llms(-full)?\.txt$", path, re.I):
        return True
    if ending in TEXTS:
        return content_type is not None and bool(PAGE_TYPE.search(content_type)) and not LOOKED_FOR.search(path)
    return content_type is None or not FILE_TYPE.search(content_type)


def page_of(path):
    """The one name of a page: without `.md`, `.html`, `index` and slashes at its end."""

    def decoded(run):
        try:
            return unquote_to_bytes(run.group()).decode("utf-8")
        except UnicodeDecodeError:
            return run.group().upper()

    path = unicodedata.normalize("NFC", re.sub(r"(?:%[0-9a-fA-F]{2})+", decoded, path))
    if "//" in path or "/." in path:
        kept = []
        for part in path.split("/"):
            if part == "..":
                kept = kept[:-1]
            elif part not in ("", "."):
                kept.append(part)
        path = "/" + "/".join(kept)
    while True:
        shorter = path.rstrip("/") or "/"
        for suffix in (".md", ".mdx", ".html"):
            if shorter.endswith(suffix):
                shorter = shorter[: -len(suffix)]
                break
        if shorter.endswith("/index"):
            shorter = shorter[:-5]
        if shorter == path or shorter == "":
            return path or "/"
        path = shorter


# --- Who it was -------------------------------------------------------------------------------------------------------


class Programs:
    """Names of programs, from the files that docs/ai-traffic.md describes."""

    def __init__(self, folder):
        products = []
        order = KINDS + sorted(p.stem.replace("-", "_") for p in (folder / "products").glob("*.json"))
        for kind in dict.fromkeys(order):
            file = folder / "products" / (kind.replace("_", "-") + ".json")
            for product in json.loads(file.read_text())["products"]:
                products.append({**product, "category": product.get("category", kind)})
        self.exact = {text: product for product in products for text in product.get("exact", [])}
        self.names = []
        for rank, product in enumerate(products):
            for token in product.get("tokens", []):
                lower = token.lower()
                # A word of its own: nothing that belongs to a word stands before it, nor behind if it ends like one.
                end = r"(?![a-z0-9])" if lower[-1].isalnum() else ""
                self.names.append((re.compile(r"(?<![a-z0-9])" + re.escape(lower) + end), len(lower), rank, product))
        self.generic = json.loads((folder / "generic-bots.json").read_text())
        self.fingerprints = json.loads((folder / "accept-fingerprints.json").read_text())["fingerprints"]
        self.products = {product["id"]: product for product in products}
        ranges = {}
        for file in (folder / "address-ranges").glob("*.json"):
            copy = json.loads(file.read_text())
            ranges[copy.get("id", file.stem)] = copy
        self.ranges = ranges

    def named_in(self, agent):
        """The product that the user agent names, and the one that it names only beside Markdown."""
        text = agent[:1024]
        if text in self.exact:
            return self.exact[text], None
        lower = text.lower()
        browser_like = lower.startswith(("mozilla/", "opera/"))
        found = []
        hinted = None
        for pattern, length, rank, product in self.names:
            for match in pattern.finditer(lower):
                if product.get("onlyWith"):
                    hinted = hinted or product
                elif not (product.get("outsideBrowsers") and browser_like):
                    found.append((match.start(), -length, rank, product))
        # A longer name wins over one that it contains; of names beside each other the earlier in rank does.
        best, end = None, 0
        for start, length, rank, product in sorted(found, key=lambda name: name[:3]):
            if start < end:
                continue
            end = start - length
            if best is None or rank < best[0]:
                best = (rank, product)
        return best and best[1], hinted

    def is_marked(self, agent):
        lower = agent[:1024].lower()
        phone = re.match(r"mozilla/5\.0 \(linux; (?:u; )?android [^;)]*;[^)]*\) applewebkit/", lower)
        for word in re.finditer(r"[a-z0-9]+", lower):
            if phone and word.start() < phone.end():
                continue
            text = word.group()
            if text in self.generic["notBots"]:
                continue
            if text in self.generic["words"] or any(text.endswith(ending) for ending in self.generic["endings"]):
                return True
        if any(text in lower for text in self.generic["texts"]):
            return True
        return bool(re.search(r"(?<=.)(?:@|\(at\))[a-z0-9-]{1,63}\.[a-z]{2}", lower))

    def proof(self, product, address, at):
        """verified, refuted or unknown, by the addresses that the operator publishes."""
        if address is None or is_inner(address):
            return "unknown"
        refutable = False
        for name in product.get("ranges", []):
            copy = self.ranges.get(name)
            if copy is None:
                continue
            if any(
                address.version == net.version and address in net
                for net in (ipaddress.ip_network(text, strict=False) for text in copy["prefixes"])
            ):
                return "verified"
            day = copy.get("snapshotDate")
            if copy["prefixes"] and day is not None:
                taken = datetime.fromisoformat(day).replace(tzinfo=timezone.utc)
                refutable = refutable or (at - taken).days < 180
        return "refuted" if refutable and product.get("exclusive") else "unknown"

    def kind_of(self, request, address):
        agent, accept = request["agent"], request["accept"]
        product, hinted = self.named_in(agent)
        refuted = False
        print_ = next((rule for rule in self.fingerprints if rule["accept"] == accept), None)
        if print_ and print_.get("userAgentToken") and print_["userAgentToken"].lower() not in agent.lower():
            print_ = None
        if product:
            proof = self.proof(product, address, request["at"])
            if proof == "verified":
                return product["category"]
            refuted = proof == "refuted"
            tool = product["category"] in ("http_client", "headless")
            if not refuted and not tool and not (product["category"] == "search_engine" and print_):
                return product["category"]
        if print_:
            return self.products[print_["product"]]["category"]
        if accept and ("text/markdown" in accept or "text/x-markdown" in accept):
            return hinted["category"] if hinted else "markdown_client"
        marked = product is None and self.is_marked(agent)
        path = path_of(request["url"])
        wants_markdown = path.endswith((".md", ".mdx", "/llms.txt", "/llms-full.txt"))
        if wants_markdown and not refuted and not marked and (product is None or product["category"] != "headless"):
            return hinted["category"] if hinted else "markdown_client"
        if product:
            return "other_bot" if refuted else product["category"]
        if marked:
            return "other_bot"
        headers = request["headers"]
        chromium = re.search(r"(?:Chrome|Chromium)/(\d+)", agent)
        if headers is not None:
            if "HeadlessChrome" in headers.get("sec-ch-ua", ""):
                return "headless"
            if request["keeps_headers"] and chromium and int(chromium.group(1)) >= 89 and not ({"sec-ch-ua", "sec-fetch-mode"} & headers.keys()):
                return "headless"
        return "human" if is_browser(agent) else "other"


BROWSERS = (
    "AppleWebKit Gecko KHTML Trident/ Opera NetFront UP.Browser MIDP BlackBerry Nokia SonyEricsson DoCoMo/ Lynx w3m/ ELinks Dillo"
    " NetSurf/ NetPositive Midori/ PLAYSTATION Netscape IBrowse UCWEB UCBrowser Firefox Safari/ Chrome/ Konqueror MSIE Links"
).split()
NAMED = re.compile(
    r"(?<![A-Za-z0-9])(?:" + "|".join(re.escape(mark) + (r"(?![a-z])" if mark[-1].islower() else "") for mark in BROWSERS) + ")"
)


def is_browser(agent):
    """It names a browser or an engine as a word of its own; or is an early Netscape, which was compatible with nobody."""
    early = re.match(r"Mozilla/[234]", agent) and "(compatible;" not in agent
    return bool(early or NAMED.search(agent))


# --- Countries --------------------------------------------------------------------------------------------------------


class Countries:
    """A file in MaxMind's format, as https://maxmind.github.io/MaxMind-DB/ describes it."""

    def __init__(self, file):
        self.bytes = pathlib.Path(file).read_bytes()
        mark = self.bytes.rindex(b"\xab\xcd\xefMaxMind.com") + 14
        meta, _ = self.value(mark, mark)
        self.nodes, self.bits, self.version = meta["node_count"], meta["record_size"], meta["ip_version"]
        self.data = self.nodes * self.bits // 4 + 16
        self.known = {}

    def of(self, address):
        if address is None or is_inner(address):
            return None
        bits, length = int(address), address.max_prefixlen
        if address.version == 4 and self.version == 6:
            length = 128
        node = 0
        for shift in range(length - 1, -1, -1):
            node = self.record(node, bits >> shift & 1)
            if node >= self.nodes:
                break
        if node <= self.nodes:
            return None
        if node not in self.known:
            told, _ = self.value(self.data + node - self.nodes - 16, self.data)
            nested = told.get("country", {})
            self.known[node] = told.get("country_code") or (nested.get("iso_code") if isinstance(nested, dict) else None)
        return self.known[node]

    def record(self, node, side):
        size = self.bits // 4
        raw = self.bytes[node * size : (node + 1) * size]
        if self.bits == 24:
            return int.from_bytes(raw[3 * side : 3 * side + 3], "big")
        if self.bits == 32:
            return int.from_bytes(raw[4 * side : 4 * side + 4], "big")
        high = raw[3] >> 4 if side == 0 else raw[3] & 15
        return high << 24 | int.from_bytes(raw[4 * side : 4 * side + 3], "big")

    def value(self, at, base):
        control = self.bytes[at]
        at += 1
        kind = control >> 5
        if kind == 1:
            size = control >> 3 & 3
            low = int.from_bytes(self.bytes[at : at + size + 1], "big")
            if size < 3:
                low += (control & 7) << 8 * (size + 1)
                low += (0, 2048, 526336)[size]
            return self.value(base + low, base)[0], at + size + 1
        if kind == 0:
            kind = 7 + self.bytes[at]
            at += 1
        size = control & 31
        if size > 28:
            more = size - 28
            size = (29, 285, 65821)[more - 1] + int.from_bytes(self.bytes[at : at + more], "big")
            at += more
        if kind == 7:
            found = {}
            for _ in range(size):
                key, at = self.value(at, base)
                found[key], at = self.value(at, base)
            return found, at
        if kind == 11:
            items = []
            for _ in range(size):
                item, at = self.value(at, base)
                items.append(item)
            return items, at
        if kind == 14:
            return bool(size), at
        raw = self.bytes[at : at + size]
        if kind == 2:
            return raw.decode(), at + size
        return (int.from_bytes(raw, "big") if kind in (5, 6, 8, 9, 10) else raw), at + size


# --- Counting ---------------------------------------------------------------------------------------------------------


class Visitors:
    """Sets of visitors by name, people and AI."""

    def __init__(self):
        self.sets = defaultdict(lambda: (set(), set()))
        self.views = defaultdict(int)

    def add(self, name, is_ai, visitor):
        self.sets[name][is_ai].add(visitor)
        self.views[name] += 1

    def rows(self):
        return {
            name: {"human": len(people), "ai": len(programs), "total": len(people | programs), "views": self.views[name]}
            for name, (people, programs) in sorted(self.sets.items())
        }


def count(files, programs, countries):
    whole, pages, lands, missing = Visitors(), Visitors(), Visitors(), Visitors()
    dropped = defaultdict(int)
    for file in files:
        open_ = gzip.open if file.endswith(".gz") else open
        columns = []
        with open_(file, "rt", encoding="utf-8", errors="replace", newline="\n") as lines:
            for line in lines:
                line = line.rstrip("\r\n")
                request = read_line(line, columns) if line else None
                if request is None:
                    dropped["unreadable"] += 1 if line else 0
                    continue
                status, headers = request["status"], request["headers"] or {}
                if request["method"] != "GET":
                    dropped["method"] += 1
                    continue
                found = 200 <= status < 300 or status == 304
                if not found and status not in (404, 410):
                    dropped["status"] += 1
                    continue
                path = path_of(request["url"])
                asked_for = headers.get("sec-fetch-dest")
                if asked_for not in (None, "document", "iframe", "frame", "empty") or not is_page(path, request["content_type"]):
                    dropped["asset"] += found
                    continue
                if any("prefetch" in headers.get(name, "") for name in ("purpose", "sec-purpose", "x-purpose", "x-moz")) or any(
                    headers.get(name) for name in ("rsc", "next-router-prefetch", "x-nextjs-data", "x-middleware-prefetch")
                ) or re.search(r"[?&]_rsc=", request["url"]):
                    dropped["prefetch"] += found
                    continue
                address = reader_of(request["peers"])
                kind = programs.kind_of(request, address)
                if kind != "human" and kind not in AI:
                    continue
                if address is None:
                    dropped["no_identity"] += found
                    continue
                visitor, page, is_ai = network_of(address), page_of(path), kind in AI
                if not found:
                    missing.add(page, is_ai, visitor)
                    continue
                whole.add("all", is_ai, visitor)
                pages.add(page, is_ai, visitor)
                lands.add(countries.of(address) or "(none)", is_ai, visitor)
    none = {"human": 0, "ai": 0, "total": 0, "views": 0}
    return {
        "totals": whole.rows().get("all", none),
        "pages": pages.rows(),
        "countries": lands.rows(),
        "missing": missing.rows(),
        "dropped": dict(sorted(dropped.items())),
    }


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    options = argparse.ArgumentParser(description="Counts access logs without Docwright.")
    options.add_argument("--products", type=pathlib.Path, default=root / "src/analytics/traffic/catalogue")
    options.add_argument(
        "--country-database",
        default=root / "node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb",
    )
    options.add_argument("logs", nargs="+")
    given = options.parse_args()
    json.dump(
        count(given.logs, Programs(given.products), Countries(given.country_database)), sys.stdout, ensure_ascii=False, indent=1
    )
    print()


if __name__ == "__main__":
    main()
