"""What the client raises where the service refuses or fails."""


class ApiError(Exception):
    """An error object of the service; the classes by code extend it."""

    def __init__(self, status: int, code: str | None, message: str, request_id: str | None) -> None:
        super().__init__(message)
        self.status = status
        """HTTP status."""
        self.code = code
        """The contract's error code; None where something before the service answered, such as a proxy."""
        self.request_id = request_id
        """The service's Request-Id: what to tell its operator."""
