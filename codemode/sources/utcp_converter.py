"""Converts OpenAPI documents to tools of UTCP. UTCP's own converter handles variables of servers, security schemes, and addresses of loopback."""

# pyright: reportMissingTypeStubs=false
# utcp has annotations, and no py.typed

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, cast
from urllib.parse import urljoin, urlsplit

from pydantic import PrivateAttr, SerializerFunctionWrapHandler, model_serializer
from utcp.data.auth import Auth
from utcp.data.auth_implementations import ApiKeyAuth, OAuth2Auth
from utcp.data.tool import JsonSchema, Tool
from utcp.data.utcp_manual import UtcpManual
from utcp_http._security import is_loopback_url, url_template_host_is_loopback
from utcp_http.http_call_template import HttpCallTemplate
from utcp_http.openapi_converter import OpenApiConverter

from codemode.catalog.lazy_schemas import Deferred
from codemode.data.gc_pause import no_collections
from codemode.sources.openapi_operations import Body, Inputs, body_of, parameters_of, result_of
from codemode.sources.openapi_schemas import Document
from codemode.sources.utcp_manuals import Reading
from codemode.sources.utcp_results import reason, short

METHODS = ("get", "put", "post", "delete", "patch")


class LaterSchema(JsonSchema):
    """A schema of a document, made when somebody reads it."""

    _deferred: Deferred | None = PrivateAttr(default=None)

    @classmethod
    def of(cls, deferred: Deferred) -> LaterSchema:
        made = cls.model_construct()
        made._deferred = deferred
        return made

    @property
    def deferred(self) -> Deferred | None:
        return self._deferred

    def __deepcopy__(self, memo: object = None) -> LaterSchema:
        return self  # nobody changes it, and a repository copies all tools whenever it is asked for them

    @model_serializer(mode="wrap")
    def _whole(self, plain: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return dict(self._deferred.whole) if self._deferred is not None else plain(self)


class _Tool(Tool):
    def __deepcopy__(self, memo: object = None) -> _Tool:
        return self  # as its schemas


@dataclass(slots=True)
class _Sent:
    """What a call is sent with, of the security schemes that it needs together. `left` are those that cannot be sent."""

    names: tuple[str, ...] = ()
    auth: Auth | None = None
    headers: dict[str, str] = field(default_factory=dict[str, str])
    left: list[str] = field(default_factory=list[str])


class Converter(OpenApiConverter):
    """Makes the tools of one document; invalid operations are left out and reported."""

    def __init__(self, openapi_spec: Any, *args: Any, reading: Reading, **named: Any) -> None:
        fields = cast("dict[str, Any]", openapi_spec) if isinstance(openapi_spec, dict) else {}
        title = _text(_object(fields.get("info")).get("title"))
        super().__init__({"info": {"title": title} if title else {}}, *args, **named)
        self.spec: dict[str, Any] = fields
        self._reading = reading
        self._document = Document(fields)
        self._auths: dict[str, Auth | None] = {}  # by the name of their scheme: all operations share its variables
        self._not_sent: set[tuple[str, ...]] = set()  # schemes that are needed together, of which a warning was given
        self._speaks_of_security = "security" in fields or any(
            "security" in _object(each) for *_, each in self._operations()
        )

    # --- operations ---------------------------------------------------------------------------------------------------

    def convert(self) -> UtcpManual:
        with no_collections():
            return self._convert()

    def _convert(self) -> UtcpManual:
        self._base(self.spec, "")  # a document that may not be used at all says so here
        made: dict[str, Tool] = {}
        for path, method, item, operation in self._operations():
            try:
                tool = self._tool(path, method, item, operation)
            except Exception as odd:
                # any error that a stranger's operation causes
                for take in (self._document.take_lost, self._document.take_notes):
                    take()
                why = reason([str(odd)]) if isinstance(odd, ValueError) else "it does not follow OpenAPI"
                self._reading.tell(f"operation {short(f'{method} {path}', 120)} was left out: {why}")
            else:
                for lost in self._document.take_lost():
                    told = f"operation {short(f'{method} {path}', 120)} refers to {short(lost, 120)!r}"
                    self._reading.tell(f"{told}, which is not in the document: that part of it is unknown")
                for told in self._document.take_notes():
                    self._reading.tell(f"operation {short(f'{method} {path}', 120)} {short(told, 200)}")
                if made.setdefault(tool.name, tool) is not tool:
                    told = f"operation {short(f'{method} {path}', 120)} was left out: an earlier operation has"
                    self._reading.tell(f"{told} the same operationId {short(tool.name, 80)!r}")
        # examples and the like are never read again, and may be half of the document
        for unread in ("x-webhooks", "webhooks", "x-tagGroups"):
            self.spec.pop(unread, None)
        _object(self.spec.get("components")).pop("examples", None)
        return UtcpManual(tools=list(made.values()))

    def _operations(self) -> Iterator[tuple[str, str, dict[str, Any], Any]]:
        for path, given in _object(self.spec.get("paths")).items():
            item = self._document.resolve(given)
            for method in METHODS:
                if method in item:
                    yield path, method, item, item[method]

    def _tool(self, path: str, method: str, item: dict[str, Any], operation: Any) -> Tool:
        if not isinstance(operation, dict):
            raise TypeError
        operation = cast("dict[str, Any]", operation)
        inputs = parameters_of(self._document, path, item, operation)
        body = body_of(self._document, item, operation)
        body_field = self._add_body(inputs, body) if body is not None else None
        place = f"{method} {path}"
        result, accepted = result_of(self._document, operation)
        base = self._base(operation, self._base(item, self._base(self.spec, "")))
        headers = {"Accept": accepted} if accepted else {}
        headers |= self._reading.headers_for(base)
        auth = self._auth(operation, headers)
        inputs.leave_out(headers, [auth.var_name] if isinstance(auth, ApiKeyAuth) else ())
        template = HttpCallTemplate(
            name=self.call_template_name,
            http_method=cast('Literal["GET", "POST", "PUT", "DELETE", "PATCH"]', method.upper()),
            # UTCP takes every $word for a variable
            url=f"{base.rstrip('/')}/{path.lstrip('/')}".replace("$", "%24"),
            content_type=body.content_type if body is not None else "application/json",
            body_field=body_field,
            header_fields=inputs.in_headers or None,
            headers=headers or None,
            auth=auth,
        )
        self._document.search([inputs.properties, result])
        given = self._document.schema(inputs.schema(), "input", place)
        return _Tool(
            name=_name_of(operation, method, path),
            description=_text(operation.get("summary")) or _text(operation.get("description")),
            inputs=LaterSchema.of(given),
            outputs=LaterSchema.of(self._document.schema(result, "output", place))
            if result
            else JsonSchema.model_construct(),
            tags=[tag for tag in cast("list[object]", operation.get("tags") or []) if isinstance(tag, str)],
            tool_call_template=template,
        )

    def _add_body(self, inputs: Inputs, body: Body) -> str:
        name = "body" if "body" not in inputs.properties else "request_body"
        inputs.properties[name] = body.schema
        if body.required:
            inputs.required.append(name)
        return name

    # --- servers ------------------------------------------------------------------------------------------------------

    def _base(self, said_by: dict[str, Any], otherwise: str) -> str:
        """Returns the nearest address: of the operation, its path or the document. Raises ValueError for one that may not be called."""
        if self._base_url_override:
            return self._base_url_override
        servers = said_by.get("servers")
        if isinstance(servers, list) and servers and isinstance(servers[0], dict):
            found = self._absolute(self._resolve_server_variables(cast("dict[str, Any]", servers[0])))
        elif said_by is self.spec:
            found = self._absolute(self._swagger_base() if self._document.is_swagger else "/")
        else:
            return otherwise
        self._refuse_loopback(found)
        return found

    def _absolute(self, url: str) -> str:
        """Returns an absolute address; servers may be relative to the document."""
        return urljoin(self.spec_url, url) if self.spec_url and re.match(r"https?://", self.spec_url) else url

    def _swagger_base(self) -> str:
        path = _text(self.spec.get("basePath")) or "/"
        host, told = _text(self.spec.get("host")), self.spec.get("schemes")
        own = urlsplit(self.spec_url or "")
        schemes = [str(each) for each in cast("list[object]", told)] if isinstance(told, list) else []
        if not host:
            return path
        # HTTPS if possible
        is_here = own.scheme == "http" and is_loopback_url(f"http://{host}")
        order = ("http", "https") if is_here else ("https", "http")
        scheme = next((each for each in order if each in schemes), order[0])
        return f"{scheme}://{host}{'' if path.startswith('/') else '/'}{path}"

    def _refuse_loopback(self, base: str) -> None:
        """Raises ValueError if a document from another machine names an address of this machine. Files of the host may do that."""
        if (
            self.spec_url
            and not self.spec_url.startswith("file:")
            and not is_loopback_url(self.spec_url)
            and (is_loopback_url(base) or url_template_host_is_loopback(base))
        ):
            raise ValueError(
                f"its server {short(base, 200)} is this machine, but the document comes from another one; to allow it, set base_url"
            )

    # --- security -----------------------------------------------------------------------------------------------------

    def _auth(self, operation: dict[str, Any], headers: dict[str, str]) -> Auth | None:
        """What an operation is called with. `auth_tools` is the host's word; where it is for something else, the document's own is.

        A document that says nothing of security leaves it to the host for all operations, one that says `[]` of an operation means it is public.
        """
        if not self._speaks_of_security:
            return self.auth_tools
        told = operation.get("security", self.spec.get("security"))
        ways = [_object(each) for each in cast("list[object]", told)] if isinstance(told, list) else []
        if not ways:
            return None
        if self.auth_tools is not None and not all(ways):
            return self.auth_tools
        if not all(ways):
            return None  # it may be called without credentials
        made = _Sent()
        for way in [way for way in ways if any(map(self._is_meant, way))] or ways:
            tried = self._sent(way)
            if not made.names or len(tried.left) < len(made.left):
                made = tried
            if not made.left:
                break
        if made.auth is None and self.auth_tools is not None:
            return self.auth_tools
        if made.left and made.names not in self._not_sent:
            self._not_sent.add(made.names)
            whole, left = (", ".join(repr(short(name, 60)) for name in names) for names in (made.names, made.left))
            self._reading.tell(
                f"calls that need {whole} are sent without {left}, and may be refused: a call has one auth of UTCP's kinds, and headers and cookies "
                "beside it; give what is missing as headers of the manual, if its server is that of the document"
            )
        headers |= made.headers
        return made.auth

    def _sent(self, way: Iterable[str]) -> _Sent:
        """What is sent for schemes that are needed together: UTCP has one auth; what else is needed can be a header or a cookie."""
        made = _Sent(tuple(way))
        auths = {name: self.auth_tools if self._is_meant(name) else self._scheme(name) for name in made.names}
        used: set[str] = set()
        for name in sorted(auths, key=lambda name: _PLACES.index(_place(auths[name]))):
            auth, place = auths[name], _place(auths[name])
            header = "authorization" if place == "" else place
            if isinstance(auth, ApiKeyAuth) and place == "header":
                header = auth.var_name.lower()
            if auth is None or header in used:
                made.left.append(name)
                continue
            if made.auth is None:
                made.auth = auth
            elif isinstance(auth, ApiKeyAuth) and place == "header":
                made.headers[auth.var_name] = auth.api_key
            elif isinstance(auth, ApiKeyAuth) and place == "cookie":
                others = [made.headers["Cookie"]] if "Cookie" in made.headers else []
                made.headers["Cookie"] = "; ".join([*others, f"{auth.var_name}={auth.api_key}"])
            else:
                made.left.append(name)
            used |= {header} - {"cookie", "query"}
        return made

    def _is_meant(self, name: str) -> bool:
        """Whether the host's `auth_tools` is for this scheme."""
        found, given = self._scheme(name), self.auth_tools
        if given is None:
            return False
        scheme = _object(self._get_security_schemes().get(name))
        takes_token = scheme.get("type") in ("oauth2", "openIdConnect")
        is_token = isinstance(given, OAuth2Auth) or (
            isinstance(given, ApiKeyAuth) and given.location == "header" and given.var_name.lower() == "authorization"
        )
        return self._is_auth_compatible(found, given) or (takes_token and is_token)

    def _scheme(self, name: str) -> Auth | None:
        if name not in self._auths:
            scheme = self._document.resolve(self._get_security_schemes().get(name))
            found = self._create_auth_from_scheme(scheme, name) if scheme else None
            if found is None and scheme.get("type") in ("oauth2", "openIdConnect"):
                # a token that somebody else has obtained
                found = self._create_auth_from_scheme({"type": "http", "scheme": "bearer"}, name)
            self._auths[name] = found
        return self._auths[name]


_PLACES = ("", "query", "cookie", "header")  # of credentials; those that only an auth can send come first


def _place(auth: Auth | None) -> str:
    return auth.location if isinstance(auth, ApiKeyAuth) else ""


def _name_of(operation: dict[str, Any], method: str, path: str) -> str:
    """Returns the operation's id, else a name from its method and path, such as get_users_by_id."""
    own = operation.get("operationId")
    if isinstance(own, str) and own.strip():
        return own
    words = re.sub(r"\{([^{}]*)\}", r"by_\1", path)
    return re.sub(r"\W+", "_", f"{method} {words}").strip("_")


def _object(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
